import { afterEach, describe, expect, test } from 'vitest'
import { freshFolder } from '../../support/key-ring.ts'
import { keys, startSandbox } from '../start-sandbox.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

const running: RunningSandbox[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((sandbox) => sandbox.stop()))
})

async function start(directory?: string) {
  const sandbox = await startSandbox(directory === undefined ? {} : { directory })
  running.push(sandbox)
  const call = async (
    path: string,
    fields?: Record<string, string>,
    key?: string,
    account = keys.stripe,
  ) => {
    const answer = await fetch(`${sandbox.url}/stripe/v1/${path}`, {
      method: fields ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${account}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(fields && { body: new URLSearchParams(fields) }),
    })

    return { status: answer.status, body: await answer.json() }
  }
  const method = async (number = '4242424242424242') => {
    const card = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2034' }
    return (await call('payment_methods', { type: 'card', ...card })).body.id as string
  }
  const charge = async (key: string, more: Record<string, string> = {}) =>
    call(
      'payment_intents',
      { amount: '500', currency: 'pln', confirm: 'true', payment_method: await method(), ...more },
      key,
    )
  return { sandbox, call, method, charge }
}

describe("Stripe's simulator", () => {
  test('refuses another key in its own words', async () => {
    const { sandbox } = await start()
    const answer = await fetch(`${sandbox.url}/stripe/v1/balance`)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
  })

  test('keeps accounts apart: neither sees the payments of the other', async () => {
    const { call, charge } = await start()
    const { id } = (await charge('k1', { capture_method: 'manual' })).body
    const other = `${keys.stripe}_other`
    expect((await call(`payment_intents/${id}`, undefined, undefined, other)).status).toBe(404)
    expect((await call(`payment_intents/${id}/cancel`, {}, 'k1', other)).status).toBe(404)
    expect((await call('payment_intents', undefined, undefined, other)).body.data).toEqual([])
    expect((await call(`payment_intents/${id}`)).body.status).toBe('requires_capture')
  })

  test('answers a key as it did the first time, a decline as well', async () => {
    const { call, method } = await start()
    const fields = {
      amount: '500',
      currency: 'pln',
      confirm: 'true',
      payment_method: await method(),
    }
    const first = await call('payment_intents', fields, 'k1')
    expect(first.body).toMatchObject({ status: 'succeeded', amount_received: 500 })
    expect(await call('payment_intents', fields, 'k1')).toEqual(first)
    const lost = { ...fields, payment_method: await method('4000000000009987') }
    const declined = await call('payment_intents', lost, 'k2')
    expect([declined.status, declined.body.error.decline_code]).toEqual([402, 'lost_card'])
    expect(declined.body.error.payment_intent.status).toBe('requires_payment_method')
    expect(await call('payment_intents', lost, 'k2')).toEqual(declined)
    expect((await call('payment_intents?limit=10')).body.data).toHaveLength(2)
  })

  test('refuses a key with other parameters or at another path', async () => {
    const { call, charge } = await start()
    await charge('k1')
    for (const { status, body } of [
      await charge('k1', { amount: '501' }),
      await call('refunds', { payment_intent: 'pi_1' }, 'k1'),
    ])
      expect([status, body.error.type]).toEqual([400, 'idempotency_error'])
  })

  test('does not keep what was turned away', async () => {
    const { charge } = await start()
    expect((await charge('k1', { amount: 'much' })).status).toBe(400)
    expect((await charge('k1')).status).toBe(200)
  })

  test('keeps payments to their states', async () => {
    const { call, charge } = await start()
    const { id } = (await charge('k1', { capture_method: 'manual' })).body
    const act = async (action: string, key: string) =>
      (await call(`payment_intents/${id}/${action}`, {}, key)).body
    expect(await act('capture', 'k2')).toMatchObject({ status: 'succeeded', amount_received: 500 })
    for (const action of ['capture', 'cancel'])
      expect((await act(action, `again-${action}`)).error.code).toBe(
        'payment_intent_unexpected_state',
      )
    expect((await call('payment_intents/pi_none')).body.error.code).toBe('resource_missing')
  })

  test('remembers payments and keys after a restart, and no card number', async () => {
    const directory = freshFolder()
    const { charge, call, sandbox } = await start(directory)
    const method = { payment_method: (await call('payment_methods', cardFields)).body.id as string }
    const first = await charge('k1', method)
    running.splice(0)
    await sandbox.stop()
    const again = await start(directory)
    expect(await again.charge('k1', method)).toEqual(first)
    expect((await again.call(`payment_intents/${first.body.id}`)).body).toEqual(first.body)
    const { readFileSync } = await import('node:fs')
    expect(readFileSync(`${directory}/journal.jsonl`, 'utf8')).not.toContain('4242424242424242')
  })
})

const cardFields = {
  type: 'card',
  'card[number]': '4242424242424242',
  'card[exp_month]': '12',
  'card[exp_year]': '2034',
}
