import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { card } from '../support/cards.ts'
import { sendForm } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { until } from '../support/until.ts'
import { arrangeWorld } from './arrange-world.ts'
import { asking, sending } from './crash-over-redirect.ts'
import type { World } from './world.ts'

/** Cards that their issuers ask about, at each acquirer. */
const acquirers = { 'stripe/own': '4000002760003184', 'adyen/main': '4000000000001026' }

/** Nothing can be looked up at Adyen: there a message tells how it ended, and nobody asks. */
const deaths = [
  ['stripe/own', 'before its holder is sent away', sending],
  ['stripe/own', 'while the acquirer is asked how it ended', asking],
  ['adyen/main', 'before its holder is sent away', sending],
] as const

export function crashOverStored(world: () => World): void {
  describe.each(deaths)('a card is checked through %s, processes killed %s', (via, _, points) => {
    beforeAll(() => arrangeWorld(world(), { routes: [{ name: 'own', to: [{ via }] }] }))

    test('it is stored, and nothing is charged', async () => {
      const armed = () => points.filter((point) => world().isArmed(point))
      for (const point of points) world().arm(point, 'killTogether')
      for (let round = 0; round < ROUNDS && armed().length > 0; round += 1) {
        const ids = await Promise.all(armed().map(() => storeAway(world(), acquirers[via])))
        await world().healed()
        await nothingCharged(world(), ids)
      }
      // A fault that did not happen proves nothing.
      expect(armed()).toEqual([])
    })
  })
}

const ROUNDS = 4

/** A holder who passes, and comes back to say so. */
async function storeAway(world: World, number: string): Promise<string> {
  const body = { ...world.storeBody(`${randomUUID()}@example.com`), instrument: card(number) }
  const made = await world.insist('POST', '/tokenizer', body, randomUUID())
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const id = String(made.body?.tokenizerId)
  const { acsData } = await stands(world, id, (seen) => seen.acsData?.redirectURL !== undefined)
  const answered = await sendForm(String(acsData.redirectURL), { otp: '123456' })
  expect(answered.status).toBe(303)
  await insistOn(world, answered.headers.get('location') ?? '')
  await stands(world, id, ({ status }) => status === 'COMPLETED')
  return id
}

/** The browser comes back while processes die: the payer tries again. */
const insistOn = (world: World, address: string) =>
  until(
    'the way back',
    async () => {
      const { pathname, search } = new URL(address)
      for (const api of world.stack.apis) {
        const back = fetch(`${api}${pathname}${search}`, { redirect: 'manual' })
        if ((await back.catch(() => undefined))?.status === 303) return true
      }
      return false
    },
    (isBack) => isBack,
    120_000,
  )

/** The code of a card is gone with the process that had it: then it is given once more. */
const stands = (world: World, id: string, isReached: (seen: Json) => boolean): Promise<Json> =>
  until(
    `tokenization ${id}`,
    async () => {
      const { body } = await world.call('GET', `/tokenizer/${id}`)
      if (body?.dataRequest === 'CARD_CVV')
        await world.insist('PATCH', `/tokenizer/${id}/instrument`, { cvv: '123' })
      return (body ?? {}) as Json
    },
    isReached,
    120_000,
  )

async function nothingCharged(world: World, ids: readonly string[]): Promise<void> {
  const log = await world.acquirerLog()
  for (const id of ids) {
    const moved = log.filter(({ reference, amountMinor, processed }) =>
      processed ? reference.startsWith(id) && amountMinor > 0 : false,
    )
    expect(moved, id).toEqual([])
  }
}
