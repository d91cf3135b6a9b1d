import { Command, Option } from 'commander'
import { isVia, readVia } from '../../domain/actor/via.ts'
import { formatGivenMoney } from '../../domain/money.ts'
import {
  accountProvider,
  batchIdFor,
  settlingProviders,
} from '../../domain/settlement/settling-provider.ts'
import type { OwnProvider } from '../../domain/settlement/settling-provider.ts'
import { listSettlementDifferences } from '../../postgres/settlement-differences.ts'
import type { SettlementDifference } from '../../postgres/settlement-differences.ts'
import { createSettlements } from '../../postgres/settlements.ts'
import type { SettlementBatch } from '../../postgres/settlements.ts'
import {
  runAccountSettlement,
  runSettlement,
  runSettlements,
} from '../../gateway/run-settlement.ts'
import type { SettlementRun, SettlementRuns } from '../../gateway/run-settlement.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { setExitCode } from '../command-context.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { addReportCommands } from './settlement-report.ts'

const MOST = 10_000

/** `settlement …`: close batches now, see what the reports say, and pay merchants what is theirs. */
export function settlementCommand(): Command {
  const command = new Command('settlement').description(
    "batches, the providers' reports and what they mean to merchants",
  )

  command
    .command('run')
    .description(
      'close the present batch of every provider and wait until its payments are settled',
    )
    .addOption(new Option('--provider <name>', 'of this one alone').choices([...settlingProviders]))
    .option('--account <connector/account>', "of a merchant's own account, with --merchant")
    .option('--merchant <merchantId>', 'whose account it is')
    .option('--batch <id>', 'read the report of this batch again; of an account: this payout alone')
    .addHelpText(
      'after',
      examples(
        'settlement run',
        'settlement run --provider blik',
        'settlement run --batch blik/daily-2026-08-05T21:00:00Z',
        'settlement run --account stripe/main --merchant 10000001',
        'settlement run --account stripe/main --merchant 10000001 --batch po_1QZ4',
      ),
    )
    .addOption(byOption())
    .action(({ by, json, ...which }: RunOptions) =>
      withConnections(async ({ db, temporal }) => {
        const run = await runGiven(await temporal(), which)
        await audit(db, by, 'settlement.run', run.batchId, run.state)
        print(run, describeRun(run), json)
        if (run.state === 'failed' || (run.state === 'done' && run.differences > 0))
          setExitCode(exitCodes.failure)
      }),
    )

  command
    .command('show')
    .description('batches and what became of them, or one of them')
    .argument('[batchId]')
    .addHelpText('after', examples('settlement show', 'settlement show --json'))
    .action((batchId: string | undefined, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const settlements = createSettlements(db)
        const found = batchId ? await settlements.find(batchId) : undefined
        if (batchId && !found) throw new CommandFailure(`no batch ${batchId}`)
        const batches = found ? [found] : await settlements.list(20)
        print(found ?? batches, describeBatches(batches), json)
      }),
    )

  command
    .command('differences')
    .description('where reports and our books part; exit code 1 when they do')
    .argument('[batchId]')
    .addHelpText('after', examples('settlement differences', 'settlement differences --json'))
    .action((batchId: string | undefined, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const differences = await listSettlementDifferences(db, batchId, MOST)
        print(differences, describeDifferences(differences), json)
        if (differences.length > 0) process.exitCode = exitCodes.failure
      }),
    )
  addReportCommands(command)
  return command
}

interface RunOptions {
  provider?: OwnProvider
  account?: string
  merchant?: string
  batch?: string
  by: string
  json?: boolean
}

/** Of an account all that is new, or one payout; of our own providers new batches, or one again. */
function runGiven(
  client: Parameters<typeof runSettlement>[0],
  { account, merchant, batch, provider }: Partial<RunOptions>,
): Promise<SettlementRun | SettlementRuns> {
  if (account === undefined)
    return batch === undefined
      ? runSettlements(client, provider && [provider])
      : runSettlement(client, batch)
  if (!isVia(account) || merchant === undefined)
    throw new CommandFailure('name --account with --merchant', exitCodes.usage)
  return batch === undefined
    ? runAccountSettlement(client, { merchantId: merchant, ...readVia(account) })
    : runSettlement(client, batchIdFor(accountProvider(merchant, account), batch))
}

function describeRun(run: SettlementRun | SettlementRuns): string {
  if ('batches' in run)
    return run.batches.map(describeRun).join('\n') || `${run.batchId}: nothing new was paid out`
  if (run.state !== 'done')
    return `${run.batchId} ${run.state === 'failed' ? 'could not be read' : 'is still under way'}`
  const { batchId, fileId, lines, settled, differences } = run
  return `${batchId}: ${lines} lines of ${fileId}, ${settled} settled, ${differences} differences`
}

const describeBatches = (batches: readonly SettlementBatch[]): string =>
  table(
    ['batch', 'provider', 'state', 'closed', 'lines', 'settled', 'refunds', 'differences'],
    batches.map((batch) => [
      batch.batchId,
      batch.provider,
      batch.state,
      batch.cutoff,
      batch.lines,
      batch.settled,
      batch.matched,
      batch.differences,
    ]),
  )

function describeDifferences(differences: readonly SettlementDifference[]): string {
  if (differences.length === 0) return 'no differences'
  const money = (minor: number | null, currency: string | null) =>
    minor === null || currency === null ? '' : formatGivenMoney(minor, currency)
  return table(
    ['batch', 'provider', 'line', 'difference', 'reported', 'booked', 'status', 'reference'],
    differences.map((one) => [
      one.batchId,
      one.provider,
      one.line,
      one.kind,
      money(one.reportedMinor, one.currency),
      money(one.bookedMinor, one.currency),
      one.status,
      one.reference,
    ]),
  )
}
