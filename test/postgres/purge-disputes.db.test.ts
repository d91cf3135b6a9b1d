import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkDispute } from '../../src/domain/dispute/check-dispute.ts'
import type { Dispute } from '../../src/domain/dispute/dispute.ts'
import { withoutPersonalData } from '../../src/domain/data/personal-data.ts'
import { execute, many, one } from '../../src/postgres/db.ts'
import { purgeDisputes } from '../../src/postgres/retention/purge-disputes.ts'
import { readDisputeEvidence } from '../../src/postgres/review/dispute-evidence.ts'
import { move } from '../domain/dispute/support.ts'
import { startDisputeApp } from '../http/support/dispute-app.ts'
import type { DisputeApp } from '../http/support/dispute-app.ts'

let app: DisputeApp
beforeAll(async () => {
  app = await startDisputeApp()
})
afterAll(() => app.close())

const countOf = async (table: string, column: string, id: string): Promise<number> =>
  (
    await one<{ count: number }>(app.pool, `select count(*) from ${table} where ${column} = $1`, [
      id,
    ])
  ).count

const lost = () => ({ word: app.word({ status: 'LOST' }), moves: [move('m1', 'WITHDRAWN', 9_999)] })

test('after its retention a dispute that has ended keeps its money and forgets what was told and put forward', async () => {
  const [ended, open] = [await app.dispute(lost()), await app.dispute()]
  for (const { disputeId } of [ended, open])
    await execute(
      app.pool,
      `insert into dispute_evidence (ref, dispute_id, merchant_id, key_id, wrapped_key, ciphertext)
       values ($1, $1, 'shop', 'k', '', '')`,
      [disputeId],
    )
  const { disputeId } = ended
  expect(await purgeDisputes(app.pool, 10)).toBe(0)
  await execute(
    app.pool,
    `update dispute set readable_until = now() - interval '1 day' where readable_until is not null`,
  )
  expect(await purgeDisputes(app.pool, 10)).toBe(1)
  expect(await purgeDisputes(app.pool, 10)).toBe(0)
  expect(await countOf('dispute_evidence', 'dispute_id', disputeId)).toBe(0)
  expect(await countOf('notification', 'owner_id', disputeId)).toBe(0)
  expect(await countOf('posting', 'owner_id', disputeId)).toBe(2)
  expect(await countOf('dispute_evidence', 'dispute_id', open.disputeId)).toBe(1)
  for await (const page of readDisputeEvidence(app.pool))
    expect(page.flatMap(checkDispute)).toEqual([])
})

test('what stays of a dispute has nothing personal in it', async () => {
  await app.dispute(lost())
  const rows = await many<{ state: Dispute }>(app.pool, 'select state from dispute')
  const lines = await many<{ events: object[] }>(
    app.pool,
    'select events from journal where owner_id in (select dispute_id from dispute)',
  )
  const kept = [...rows.map(({ state }) => state), ...lines.map(({ events }) => events)]
  expect(withoutPersonalData(kept)).toEqual(kept)
})
