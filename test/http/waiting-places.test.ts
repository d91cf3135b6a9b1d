import { expect, test } from 'vitest'
import type { Caller } from '../../src/http/auth/caller.ts'
import { createWaitingPlaces } from '../../src/http/waiting-places.ts'

const merchant = (keyId?: string) =>
  ({
    kind: 'merchant',
    merchantId: 'shop',
    ...(keyId !== undefined && { key: { keyId, scopes: [] } }),
  }) as unknown as Caller
const payer = (paymentId: string) =>
  ({ kind: 'client', merchantId: 'shop', paymentId }) as unknown as Caller

/** Waits that end when the test says so. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, wait: () => opened }
}

const refusal = { code: 'rate_limited' }

test('events are waited for in so many places of each key, and a place is free again after', async () => {
  const places = createWaitingPlaces({ events: 2, subject: 2, caller: 3 })
  const { open, wait } = gate()
  const held = [1, 2].map(() => places.forEvents(merchant('leaked'), wait))
  await expect(places.forEvents(merchant('leaked'), wait)).rejects.toMatchObject(refusal)
  held.push(places.forEvents(merchant(), wait))
  open()
  await Promise.all(held)
  await places.forEvents(merchant('leaked'), wait)
})

test('one payment is waited for in a few places, many payments in more', async () => {
  const places = createWaitingPlaces({ events: 2, subject: 2, caller: 3 })
  const { open, wait } = gate()
  const held = ['a', 'a', 'b'].map((id) => places.forSubject(merchant(), id, wait))
  await expect(places.forSubject(merchant(), 'c', wait)).rejects.toMatchObject(refusal)
  held.push(...['a', 'a'].map((id) => places.forSubject(payer('a'), id, wait)))
  await expect(places.forSubject(payer('a'), 'a', wait)).rejects.toMatchObject(refusal)
  held.push(places.forSubject(payer('b'), 'b', wait))
  open()
  await Promise.all(held)
})

test('a wait that fails gives its place back', async () => {
  const places = createWaitingPlaces({ events: 1, subject: 1, caller: 1 })
  const fail = () => Promise.reject(new Error('the database is away'))
  for (let times = 0; times < 3; times += 1)
    await expect(places.forEvents(merchant(), fail)).rejects.toThrow('away')
})
