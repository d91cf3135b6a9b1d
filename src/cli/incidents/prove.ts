import { Command, InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'
import { prove } from '../../review/prove.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { counted, examples, print } from '../print.ts'
import { readSample, showProgress } from './many-histories.ts'
import { sandboxLog } from './sandbox-log.ts'
import { sinceOption } from '../since.ts'
import { table } from '../table.ts'
import { withReview } from './with-review.ts'

interface Options {
  all?: boolean
  since?: Date
  sample?: number
  build?: string
  providerLog?: string
  json?: boolean
}

/** `prove`: replayed state = row = sum of the postings = the providers' log. */
export const proveCommand = (): Command =>
  new Command('prove')
    .description("replayed state = row = postings = providers' log; exit code 1 when not")
    .argument('[paymentId]')
    .option('--all', 'every payment')
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
    .action(async (paymentId: string | undefined, options: Options) => {
      if ((paymentId === undefined) !== (options.all === true))
        throw new InvalidArgumentError('say which: a payment or --all')
      await withReview(async ({ db, client, codec }) => {
        const providerLog = options.providerLog ?? sandboxLog()
        const { since, sample, build } = options
        const bundle = await replayBundle(build === undefined ? undefined : resolve(build))
        const proof = await prove({
          ...{ db, client, codec, bundle, paymentId, providerLog, since, sample },
          onProgress: showProgress('proved'),
        })
        if (paymentId && proof.payments === 0) throw new CommandFailure(`no payment ${paymentId}`)
        const { payments, replayed, findings } = proof
        const compared = providerLog === undefined ? '' : " and the providers' log"
        const summary = `${counted(payments, 'payment')} proved by ${counted(replayed, 'history', 'histories')}${compared}, ${counted(findings.length, 'difference')}`
        const rows = findings.map(({ check, id, expected, found }) => [check, id, expected, found])
        const differences = table(['check', 'of', 'expected', 'found'], rows)
        print(proof, rows.length === 0 ? summary : `${differences}\n\n${summary}`, options.json)
        if (findings.length > 0) process.exitCode = exitCodes.failure
      })
    })
