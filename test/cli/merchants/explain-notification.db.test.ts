import { expect, test } from 'vitest'
import {
  checkSignatures,
  explainNotification,
} from '../../../src/cli/merchants/explain-notification.ts'
import { sign } from '../../../src/connectors/merchant/sign.ts'
import { numbered } from '../../../src/domain/actor/notification.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { execute } from '../../../src/postgres/db.ts'
import { listAttempts } from '../../../src/postgres/notification-log.ts'
import { freshDatabase } from '../../support/database.ts'

test('an attempt is explained with what was sent and both signatures', async () => {
  const { pool } = await freshDatabase()
  await attempt(pool, 'shop', 1)
  const [line] = await listAttempts(pool, 'pay')
  const told = explainNotification(line!, ['secret'])
  expect(told).toContain('POST https://shop.example.com/hooks/payment')
  expect(told).toContain('status         COMPLETED')
  expect(told.match(/✓ (Signature|webhook-signature) = /g)).toHaveLength(2)
})

test('a signature that is wrong is shown as wrong', async () => {
  const { pool } = await freshDatabase()
  await attempt(pool, 'shop', 1)
  const [line] = await listAttempts(pool, 'pay')
  expect(checkSignatures(line!, ['other']).map(({ valid }) => valid)).toEqual([false, false])
  expect(checkSignatures(line!, ['other', 'secret']).map(({ valid }) => valid)).toEqual([
    true,
    true,
  ])
  expect(explainNotification(line!, ['other'])).toContain('✗ Signature')
})

/** A notification that was sent, as the delivery log has it. */
async function attempt(pool: DbPool, merchantId: string, sequence: number): Promise<string> {
  const content = { paymentId: 'pay', status: 'COMPLETED', amount: 5 }
  const { eventId, body } = numbered('payment', content, 'pay', sequence, Date.now())
  const headers = sign(body, { eventId, secrets: ['secret'], atMs: Date.now() })
  await execute(
    pool,
    `with told as (
       insert into notification (event_id, owner_id, sequence, merchant_id, kind, body, state)
       values ($1, 'pay', $2, $3, 'payment', $4, 'accepted')
     )
     insert into notification_attempt (event_id, attempt, url, headers, latency_ms, status)
     values ($1, 1, 'https://shop.example.com/hooks/payment', $5, 12, 200)`,
    [eventId, sequence, merchantId, body, JSON.stringify(headers)],
  )
  return body
}
