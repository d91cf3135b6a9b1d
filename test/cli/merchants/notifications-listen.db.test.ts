import { expect, test, vi } from 'vitest'
import {
  checkSignatures,
  explainNotification,
} from '../../../src/cli/merchants/explain-notification.ts'
import { notificationsListen } from '../../../src/cli/merchants/notifications-listen.ts'
import { sign } from '../../../src/connectors/merchant/sign.ts'
import { numbered } from '../../../src/domain/actor/notification.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { execute } from '../../../src/postgres/db.ts'
import { listAttempts } from '../../../src/postgres/notification-log.ts'
import { freshDatabase } from '../../support/database.ts'
import { startMerchantServer } from '../../support/merchant-server.ts'

test('listen prints each attempt once, with both signatures checked, and forwards the same', async () => {
  const { pool } = await freshDatabase()
  const server = await startMerchantServer()
  const stop = new AbortController()
  let printed = ''
  const listening = notificationsListen({
    db: pool,
    merchants: { notificationSecrets: async () => ['secret'] },
    merchantId: 'shop',
    forwardTo: `${server.origin}/dev/`,
    write: (text) => (printed += text),
    signal: stop.signal,
    pollMs: 10,
  })
  const body = await attempt(pool, 'shop', 1)
  await vi.waitFor(() => expect(server.caught).toHaveLength(1), 60_000)
  await attempt(pool, 'other', 2)
  await attempt(pool, 'shop', 3)
  await vi.waitFor(() => expect(server.caught).toHaveLength(2), 60_000)
  stop.abort()
  await listening
  expect(server.caught[0]).toMatchObject({ path: '/dev/payment', body })
  expect(printed.match(/✓ Signature = /g)).toHaveLength(2)
  expect(printed.match(/✓ webhook-signature = /g)).toHaveLength(2)
  expect(printed).toContain('status         COMPLETED')
  expect(printed).toContain('forwarded: answered 200')
  expect(printed).not.toContain('pay_2')
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
