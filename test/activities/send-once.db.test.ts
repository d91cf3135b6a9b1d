import { expect, test } from 'vitest'
import { sendOnce } from '../../activities/send-once.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import { execute } from '../../src/postgres/db.ts'
import { createIntents } from '../../src/postgres/intents.ts'
import type { Intents } from '../../src/postgres/intents.ts'
import { freshDatabase } from '../support/database.ts'

const approved: Outcome = { type: 'approved' }
const interrupted: Outcome = { type: 'unknown', because: 'interrupted' }

async function start() {
  const { pool: db } = await freshDatabase()
  const intents = createIntents(db)
  let sent = 0
  const send = async (maySend: () => Promise<boolean>): Promise<Outcome> => {
    if (await maySend()) sent += 1
    return approved
  }
  return { db, intents, send, sent: () => sent }
}

const request = (attempt = 1): CallRequest =>
  ({
    ownerId: 'payment',
    call: { id: `call/ref/${attempt}`, kind: 'capture', reference: 'ref', amountMinor: 1, attempt },
  }) as CallRequest

test('an attempt that runs again sends nothing: what came of the first is asked', async () => {
  const { intents, send, sent } = await start()
  expect(await sendOnce({ intents }, request(), send)).toEqual(approved)
  expect(await sendOnce({ intents }, request(), send)).toEqual(interrupted)
  expect(sent()).toBe(1)
})

test('of many executions at once one sends', async () => {
  const { intents, send, sent } = await start()
  const all = await Promise.all(
    Array.from({ length: 8 }, () => sendOnce({ intents }, request(), send)),
  )
  expect(all.filter(({ type }) => type === 'approved')).toHaveLength(1)
  expect(sent()).toBe(1)
})

test('the next attempt is sent, and the one before can no longer be', async () => {
  const { intents, send, sent } = await start()
  await sendOnce({ intents }, request(1), send)
  expect(await sendOnce({ intents }, request(2), send)).toEqual(approved)
  expect(await sendOnce({ intents }, request(1), send)).toEqual(interrupted)
  expect(sent()).toBe(2)
})

test('a closed operation is sent by nobody', async () => {
  const { intents, send, sent } = await start()
  await intents.close('ref', 'payment')
  expect(await sendOnce({ intents }, request(), send)).toEqual(interrupted)
  expect(sent()).toBe(0)
})

test('a database that fails or loses its answer at the mark costs a moment and no sale', async () => {
  const { intents, send, sent } = await start()
  let failures = 3
  const blinking: Intents = {
    ...intents,
    claim: async (claim) => {
      failures -= 1
      if (failures === 1) await intents.claim(claim) // committed, and its answer is lost
      if (failures >= 0) throw new Error('connection terminated')
      return intents.claim(claim)
    },
  }
  expect(await sendOnce({ intents: blinking }, request(), send)).toEqual(approved)
  expect(sent()).toBe(1)
})

test('an execution that was stopped before the send looks again, and finds its operation closed', async () => {
  const { db, intents } = await start()
  const outcome = await sendOnce({ intents }, request(), async (maySend) => {
    await execute(db, `update intent set state = 'closed'`)
    await new Promise((resolve) => setTimeout(resolve, 600))
    return (await maySend()) ? approved : interrupted
  })
  expect(outcome).toEqual(interrupted)
})
