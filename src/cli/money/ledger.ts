import type { Command } from 'commander'
import type { Finding } from '../../domain/finding.ts'
import type { HistoryReader } from '../../review/history-reader.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { counted } from '../../desk/counted.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { reviewParts } from '../../desk/with-review.ts'
import type { Connections } from '../../desk/with-connections.ts'
import { reached, withConnections } from '../../desk/with-connections.ts'
import { present } from '../../domain/present.ts'

interface Options {
  providerLog?: string
  workflow: boolean
  json?: boolean
}

/** `ledger check`: proves every payment by everything that is written down about it. */
export function ledgerCommand(command: Command): Command {
  command
    .command('check')
    .description('postings = row = journal = workflow = provider; exit code 1 when not')
    .argument('[paymentId]', 'one payment instead of all')
    .option('--provider-log <url>', "the providers' own log, as {sandbox}/acquirer/log")
    .option('--no-workflow', 'do not replay the workflows')
    .addHelpText(
      'after',
      examples(
        'ledger check',
        'ledger check --provider-log http://127.0.0.1:8090/acquirer/log',
        'ledger check --no-workflow --json',
      ),
    )
    .action((paymentId: string | undefined, { providerLog, workflow, json }: Options) =>
      withConnections(async (connections) => {
        const { db } = connections
        const histories = workflow ? await openHistories(connections) : undefined
        const { checkLedger } = await import('./check-ledger.ts')
        const report = await checkLedger(
          present({ db, paymentId, histories, providerLog }),
          // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
        ).finally(() => histories?.close())
        if (paymentId && report.payments === 0) throw new CommandFailure(`no payment ${paymentId}`)
        print(report, describe(report), json)
        if (report.findings.length > 0) process.exitCode = exitCodes.failure
      }),
    )
  return command
}

/** Loaded when they are wanted: it takes longer than a question to the database. */
async function openHistories(connections: Connections): Promise<HistoryReader> {
  const { openHistoryReader } = await import('../../review/history-reader.ts')
  const { replayBundle } = await import('../../review/replay-bundle.ts')
  const { client, codec } = await reviewParts(connections)
  await reached(client)
  return openHistoryReader({ client, codec, bundle: await replayBundle() })
}

function describe({
  payments,
  workflows,
  findings,
}: {
  payments: number
  workflows: number
  findings: Finding[]
}): string {
  const summary = `${counted(payments, 'payment')} checked, ${counted(workflows, 'workflow')} replayed, ${counted(findings.length, 'difference')}`
  if (findings.length === 0) return summary
  const rows = findings.map(({ check, id, expected, found }) => [check, id, expected, found])
  return `${table(['check', 'of', 'expected', 'found'], rows)}\n\n${summary}`
}
