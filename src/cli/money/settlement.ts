import type { Command } from 'commander'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { settlementCommands } from '../../desk/money/settlement.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { formatGivenMoney } from '../../domain/money.ts'
import { listSettlementDifferences } from '../../postgres/settlements/settlement-differences.ts'
import type { SettlementDifference } from '../../postgres/settlements/settlement-differences.ts'
import { createSettlements } from '../../postgres/settlements/settlements.ts'
import type { SettlementBatch } from '../../postgres/settlements/settlements.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { addReport } from './settlement-report.ts'

const MOST = 10_000

/** `settlement …`: close batches now, see what the reports say, and pay merchants what is theirs. */
export function settlementCommand(command: Command): Command {
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
  addReport(command)
  return addDeskCommands(command, settlementCommands)
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
