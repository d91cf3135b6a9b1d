import { Command } from 'commander'
import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import { listSettlementDifferences } from '../../postgres/settlement-differences.ts'
import type { SettlementDifference } from '../../postgres/settlement-differences.ts'
import { createSettlements } from '../../postgres/settlements.ts'
import type { SettlementBatch } from '../../postgres/settlements.ts'
import { runSettlement } from '../../gateway/run-settlement.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { setExitCode } from '../command-context.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'

const MOST = 10_000

/** `settlement …`: close a batch now, and see what the acquirer's reports say. */
export function settlementCommand(): Command {
  const command = new Command('settlement').description("batches and the acquirer's reports")

  command
    .command('run')
    .description('close the present batch and wait until its payments are settled')
    .option('--batch <id>', 'read the report of this batch again instead')
    .addHelpText(
      'after',
      examples('settlement run', 'settlement run --batch daily-2026-08-05T21:00:00Z'),
    )
    .addOption(byOption())
    .action(({ batch, by, json }: { batch?: string; by: string; json?: boolean }) =>
      withConnections(async ({ db, temporal }) => {
        const run = await runSettlement(temporal(), batch)
        await audit(db, by, 'settlement.run', run.batchId, run.state)
        print(run, describeRun(run), json)
        if (run.state === 'done' && run.differences > 0) setExitCode(exitCodes.failure)
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
  return command
}

function describeRun(run: Awaited<ReturnType<typeof runSettlement>>): string {
  if (run.state === 'running') return `${run.batchId} is still under way`
  const { batchId, fileId, lines, settled, differences } = run
  return `${batchId}: ${lines} lines of ${fileId}, ${settled} settled, ${differences} differences`
}

const describeBatches = (batches: readonly SettlementBatch[]): string =>
  table(
    ['batch', 'state', 'closed', 'lines', 'settled', 'refunds', 'differences'],
    batches.map((batch) => [
      batch.batchId,
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
    minor === null || currency === null ? '' : formatMoney(minor, currency as Currency)
  return table(
    ['batch', 'line', 'difference', 'reported', 'booked', 'status', 'reference'],
    differences.map((one) => [
      one.batchId,
      one.line,
      one.kind,
      money(one.reportedMinor, one.currency),
      money(one.bookedMinor, one.currency),
      one.status,
      one.reference,
    ]),
  )
}
