import { z } from 'zod'
import { isVia, readVia } from '../../domain/actor/via.ts'
import { settlementNet, settlementReference } from '../../domain/settlement/merchant-settlement.ts'
import {
  accountProvider,
  batchIdFor,
  settlingProviders,
} from '../../domain/settlement/settling-provider.ts'
import type { OwnProvider } from '../../domain/settlement/settling-provider.ts'
import {
  runAccountSettlement,
  runSettlement,
  runSettlements,
} from '../../gateway/run-settlement.ts'
import type { SettlementRun, SettlementRuns } from '../../gateway/run-settlement.ts'
import { createMerchantSettlements } from '../../postgres/self-service/merchant-settlements.ts'
import { audit } from '../audit.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one, two } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { merchantId, oneOf, reason, text } from '../fields.ts'
import { withConnections } from '../with-connections.ts'
import { requestMovement } from './balance.ts'

const account = { account: 'stripe/main', merchant: '10000001' }

export const runSettlementCommand = deskCommand({
  name: 'settlement run',
  description: 'close the present batch of every provider and wait until its payments are settled',
  ...one('operator', 'it does now what happens every day; payouts need two'),
  input: z.strictObject({
    provider: oneOf(settlingProviders, 'name', 'of this one alone').optional(),
    account: text('connector/account', "of a merchant's own account, with --merchant").optional(),
    merchant: text('merchantId', 'whose account it is').optional(),
    batch: text(
      'id',
      'read the report of this batch again; of an account: this payout alone',
    ).optional(),
  }),
  takes: [],
  examples: [
    {},
    { provider: 'blik' },
    { batch: 'blik/daily-2026-08-05T21:00:00Z' },
    account,
    { ...account, batch: 'po_1QZ4' },
  ],
  carryOut: (which, caller) =>
    withConnections(async ({ db, temporal }) => {
      const run = await runGiven(await temporal(), which)
      await audit(db, caller, 'settlement.run', run.batchId, run.state)
      const needsLook = run.state === 'failed' || (run.state === 'done' && run.differences > 0)
      return { value: run, text: describeRun(run), needsLook }
    }),
})

const pay = deskCommand({
  name: 'settlement pay',
  description: 'pay the net of a settlement out; a second person has to approve it',
  ...two('operator', 'it moves money'),
  input: z.strictObject({
    merchantId,
    settlementId: text('settlementId', 'as `settlement report` names it'),
    reason,
  }),
  takes: ['merchantId', 'settlementId'],
  examples: [
    { merchantId: '10000001', settlementId: 'kbpfdhoeacgjimln', reason: 'payout of 5 August' },
  ],
  carryOut: ({ merchantId: id, settlementId, reason: why }, caller) =>
    withConnections(async ({ db }) => {
      const found = await createMerchantSettlements(db).find(id, settlementId)
      if (!found) throw new CommandFailure(`no settlement ${settlementId} of ${id}`)
      const amountMinor = settlementNet(found)
      if (amountMinor <= 0) throw new CommandFailure('nothing of it is left to pay out')
      const { currency } = found
      const reference = settlementReference(settlementId)
      const command = { name: 'payout', merchantId: id, currency, amountMinor, reference } as const
      return requestMovement(db, command, { ...caller, reason: why })
    }),
})

/** Batches now, and what they mean to a merchant. */
export const settlementCommands: readonly DeskCommand[] = [runSettlementCommand, pay]

interface Which {
  provider?: OwnProvider | undefined
  account?: string | undefined
  merchant?: string | undefined
  batch?: string | undefined
}

/** Of an account all that is new, or one payout; of our own providers new batches, or one again. */
function runGiven(
  client: Parameters<typeof runSettlement>[0],
  { account: via, merchant, batch, provider }: Which,
): Promise<SettlementRun | SettlementRuns> {
  if (via === undefined)
    return batch === undefined
      ? runSettlements(client, provider && [provider])
      : runSettlement(client, batch)
  if (!isVia(via) || merchant === undefined) throw wrongUsage('name --account with --merchant')
  return batch === undefined
    ? runAccountSettlement(client, { merchantId: merchant, ...readVia(via) })
    : runSettlement(client, batchIdFor(accountProvider(merchant, via), batch))
}

function describeRun(run: SettlementRun | SettlementRuns): string {
  if ('batches' in run)
    return run.batches.map(describeRun).join('\n') || `${run.batchId}: nothing new was paid out`
  if (run.state !== 'done')
    return `${run.batchId} ${run.state === 'failed' ? 'could not be read' : 'is still under way'}`
  const { batchId, fileId, lines, settled, differences } = run
  return `${batchId}: ${lines} lines of ${fileId}, ${settled} settled, ${differences} differences`
}
