import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'
import type { Proof } from '../../review/prove.ts'
import { prove } from '../../review/prove.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { counted } from '../../desk/counted.ts'
import { examples, print } from '../print.ts'
import { readSample, showProgress } from './many-histories.ts'
import { sandboxLog } from '../../desk/sandbox-log.ts'
import { sinceOption } from '../since.ts'
import { table } from '../table.ts'
import { wholePaymentId } from '../../desk/payments/payment-id.ts'
import { reached } from '../../desk/with-connections.ts'
import { withReview } from '../../desk/with-review.ts'

interface Options {
  all?: boolean
  since?: Date
  sample?: number
  build?: string
  providerLog?: string
  json?: boolean
}

/** `prove`: replayed state = row = sum of the postings = the providers' log; tokens likewise. */
export const proveCommand = (command: Command): Command =>
  command
    .argument('[id]', 'one payment, tokenization or dispute')
    .option('--all', 'every payment, tokenization and dispute')
    .addOption(sinceOption('with --all: those that changed since 7d, 12h, 30m or a time'))
    .option('--sample <n>', 'with --all: one of so many, by chance', readSample)
    .option('--build <folder>', 'on the workflow code of another checkout, such as a fix')
    .option('--provider-log <url>', "the providers' own log, as {sandbox}/acquirer/log")
    .addHelpText(
      'after',
      examples(
        'prove dysczfmmcufecvzgwxwgyvhbmhn',
        'prove --all --json',
        'prove --all --since 7d --sample 10 --build ../fix',
      ),
    )
    .action(async (given: string | undefined, options: Options) => {
      if ((given === undefined) !== (options.all === true))
        throw new InvalidArgumentError('say which: a payment, a tokenization, a dispute or --all')
      await withReview(async ({ db, client, codec }) => {
        const id = given === undefined ? undefined : await wholePaymentId(db, given)
        await reached(client)
        const providerLog = options.providerLog ?? sandboxLog()
        const { since, sample, build } = options
        const bundle = await replayBundle(build === undefined ? undefined : resolve(build))
        const proof = await prove({
          db,
          client,
          codec,
          bundle,
          id,
          providerLog,
          since,
          sample,
          onProgress: showProgress('proved'),
        })
        if (id !== undefined && proof.payments + proof.tokenizations + proof.disputes === 0)
          throw new CommandFailure(`no payment, tokenization or dispute ${id}`)
        const { findings } = proof
        const summary = summarize(proof, providerLog)
        const rows = findings.map(({ check, id, expected, found }) => [check, id, expected, found])
        const differences = table(['check', 'of', 'expected', 'found'], rows)
        print(proof, rows.length === 0 ? summary : `${differences}\n\n${summary}`, options.json)
        if (findings.length > 0) process.exitCode = exitCodes.failure
      })
    })

function summarize(
  { payments, tokenizations, disputes, replayed, findings }: Proof,
  providerLog: string | undefined,
): string {
  const counts = [
    ...(payments > 0 || tokenizations + disputes === 0 ? [counted(payments, 'payment')] : []),
    ...(tokenizations > 0 ? [counted(tokenizations, 'tokenization')] : []),
    ...(disputes > 0 ? [counted(disputes, 'dispute')] : []),
  ]
  const compared = providerLog === undefined || payments === 0 ? '' : " and the providers' log"
  return `${counts.join(' and ')} proved by ${counted(replayed, 'history', 'histories')}${compared}, ${counted(findings.length, 'difference')}`
}
