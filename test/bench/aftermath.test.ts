import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aftermathOf, verdictOf } from './aftermath.ts'
import type { Order, Taking } from './aftermath.ts'
import { killInTheMiddle } from './kill-in-the-middle.ts'
import { besideKillBillMarkdown } from './report.ts'
import type { Till } from './till.ts'

const order: Order = { number: 1, key: 'order-1', amountMinor: 2500 }
const paid: Taking = { state: 'paid', amountMinor: 2500 }
const open: Taking = { state: 'open', amountMinor: 2500 }
const refused: Taking = { state: 'refused', amountMinor: 2500 }

describe('an order', () => {
  test.for([
    ['is right when it is paid once and in full', [paid], true, 'right'],
    [
      'is right when it was paid after a refusal, and nobody heard of it',
      [refused, paid],
      false,
      'right',
    ],
    ['is double when it is paid twice', [paid, paid], true, 'double'],
    ['is wrong when another amount was taken', [{ ...paid, amountMinor: 2501 }], true, 'wrong'],
    ['is unknown while its outcome is open', [open], false, 'unknown'],
    ['is unknown while a second taking may still succeed', [paid, open], true, 'unknown'],
    ['is unknown when it was said to be paid and is in no book', [], true, 'unknown'],
    ['is unknown when it was said to be paid and was refused', [refused], true, 'unknown'],
    ['is unpaid when nobody was told otherwise', [], false, 'unpaid'],
  ] as const)('%s', ([, takings, wasSaidToBePaid, verdict]) => {
    expect(verdictOf(order, takings, wasSaidToBePaid)).toBe(verdict)
  })

  test('is counted once', () => {
    const counts = { right: 2, unknown: 1, wrong: 0, double: 0, unpaid: 0 }
    expect(aftermathOf(['right', 'unknown', 'right'])).toEqual(counts)
  })
})

describe('the report', () => {
  const measured = { perSecond: 9, p50: 10, p95: 20, p99: 30, answerP50: 5, answerP95: 8, done: 45 }
  const rounds = [{ ...measured, turnedAway: 0, turnedAwayP95: NaN, failures: 0 }]
  const figures = {
    version: '0.22.26',
    plugin: '__EXTERNAL_PAYMENT__',
    sales: [{ clients: 8, ours: rounds, theirs: rounds }],
    killClients: 8,
    killed: undefined,
  }
  const killed = {
    underWay: 7,
    askedAgain: 8,
    servesAfter: 2.5,
    rightAfter: 4,
    boundSeconds: 120,
    right: 500,
    unknown: 0,
    wrong: 0,
    double: 0,
    unpaid: 0,
  }

  test('has both in the same columns', () => {
    const theirs = { ...killed, right: 498, unknown: 2, rightAfter: NaN }
    const told = besideKillBillMarkdown({ ...figures, killed: { ours: killed, theirs } })
    expect(told).toContain('| Kill Bill 0.22.26 | 8 | 9 (9–9) | 10 | 20 | 30 | 0 |')
    expect(told).toContain('| Tollgate | 7 | 8 | 0 | 0 | 0 | 0 | 500 | 2.50 | 4 |')
    expect(told).toContain('| 2 | 0 | 0 | 0 | 498 | 2.50 | not within 120 s of its start |')
  })

  test('says when nothing was killed', () => {
    expect(besideKillBillMarkdown(figures)).toContain('Nothing was killed')
  })
})

describe('payments in whose middle the process dies', () => {
  /** It books first and answers later, so that its death takes answers with it. */
  function createTill(stateAfterDeath: Taking['state']) {
    const books = new Map<string, Taking>()
    let isDown = false
    const reach = () => {
      if (isDown) throw new Error('cannot be reached')
    }
    const pay = async ({ key, amountMinor }: Order) => {
      reach()
      books.set(key, { state: 'open', amountMinor })
      await setImmediate()
      books.set(key, { state: isDown ? stateAfterDeath : 'paid', amountMinor })
      reach()
    }
    const takingsOf = async ({ key }: Order) => {
      reach()
      const taking = books.get(key)
      return Promise.resolve(taking ? [taking] : [])
    }
    const till: Till = {
      pay,
      takingsOf,
      askAgain: async (one) => {
        const [taking] = await takingsOf(one)
        if (!taking) await pay(one)
        return taking?.state !== 'open'
      },
    }
    const kill = async () => {
      isDown = true
      await setImmediate()
      await setImmediate()
      isDown = false
    }
    return { till, kill }
  }
  const load = { clients: 4, count: 20 }

  test('are right again when whoever lost an answer asks for it', async () => {
    const { till, kill } = createTill('paid')
    const killed = await killInTheMiddle(till, { ...load, kill })
    expect(killed).toMatchObject({ right: 20, unknown: 0, double: 0, unpaid: 0, underWay: 3 })
    expect(killed.askedAgain).toBeGreaterThan(0)
    expect(killed.rightAfter).toBeGreaterThanOrEqual(0)
    expect(killed.servesAfter).toBeGreaterThan(0)
  })

  test('are unknown for as long as the books do not say', async () => {
    const { till, kill } = createTill('open')
    const killed = await killInTheMiddle(till, { ...load, kill, boundSeconds: 1 })
    expect(killed).toMatchObject({ right: 17, unknown: 3, rightAfter: NaN })
  })
})
