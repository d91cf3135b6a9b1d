import { describe, expect, test } from 'vitest'
import type { AccountStanding } from '../../../src/domain/routing/route.ts'
import { route, ruleFor } from '../../../src/domain/routing/route.ts'
import type { RouteConditions, RoutedPayment, RouteRule } from '../../../src/domain/routing/rule.ts'

const payment: RoutedPayment = {
  paymentId: 'pppppppppppppppppppppppppp',
  method: 'CARD',
  currency: 'PLN',
  amountMinor: 10_000,
  organization: 'VISA',
  issuerCountry: 'PL',
}
const to = (...accounts: string[]): RouteRule['to'] => accounts.map((via) => ({ via }))
const all: RouteRule = { name: 'all', to: to('stripe/main', 'sandbox/main') }
const standing = (via: string, known: Partial<AccountStanding> = {}): AccountStanding => ({
  via,
  circuit: 'closed',
  failures: 0,
  ...known,
})

describe('the rule that decides', () => {
  test.for<[RouteConditions, Partial<RoutedPayment>]>([
    [{ methods: ['GPAY'] }, { method: 'GPAY' }],
    [{ organizations: ['MASTERCARD', 'AMEX'] }, { organization: 'AMEX' }],
    [{ currencies: ['EUR'] }, { currency: 'EUR' }],
    [{ countries: ['DE', 'FR'] }, { issuerCountry: 'DE' }],
    [{ recurring: ['SUBSEQUENT'] }, { recurring: 'SUBSEQUENT' }],
    [{ fromMinor: 10_001 }, { amountMinor: 10_001 }],
    [{ toMinor: 9_999 }, { amountMinor: 9_999 }],
  ])('asks for %j', ([when, change]) => {
    const rules = [{ name: 'special', when, to: to('stripe/main') }, all]
    expect(ruleFor(payment, rules)?.name).toBe('all')
    expect(ruleFor({ ...payment, ...change }, rules)?.name).toBe('special')
  })

  test('is the first that fits in everything, and there may be none', () => {
    const when: RouteConditions = { currencies: ['PLN'], methods: ['BLIK'] }
    const half: RouteRule = { name: 'half', when, to: to('a/b') }
    expect(ruleFor(payment, [half, all, { ...all, name: 'later' }])?.name).toBe('all')
    expect(route(payment, [half], [])).toEqual({ others: 0, accounts: [] })
  })

  test('a payment that is not recurring is one kind of three; an unknown country is none', () => {
    const single: RouteRule = { name: 's', when: { recurring: ['NONE'] }, to: to('a/b') }
    expect(ruleFor(payment, [single])?.name).toBe('s')
    expect(ruleFor({ ...payment, recurring: 'INITIAL' }, [single])).toBeUndefined()
    const home: RouteRule = { name: 'home', when: { countries: ['PL'] }, to: to('a/b') }
    const { issuerCountry: _, ...nowhere } = payment
    expect(ruleFor(nowhere, [home])).toBeUndefined()
  })
})

describe('the account', () => {
  test('is the first that is named, and the others may follow', () => {
    expect(route(payment, [all], [])).toMatchObject({ rule: 'all', via: 'stripe/main', others: 1 })
  })

  test('whose circuit is open comes last, but is better than none', () => {
    const down = standing('stripe/main', { circuit: 'open', failures: 7 })
    expect(route(payment, [all], [down])).toMatchObject({ via: 'sandbox/main', others: 1 })
    const both = [down, standing('sandbox/main', { circuit: 'open', failures: 5 })]
    expect(route(payment, [all], both)).toMatchObject({ via: 'stripe/main', others: 1 })
  })

  test('that may work again is tried', () => {
    const half = standing('stripe/main', { circuit: 'halfOpen', failures: 7 })
    expect(route(payment, [all], [half])).toMatchObject({ via: 'stripe/main', trial: true })
  })

  test('that was tried or cannot is passed over; after the last there is none', () => {
    const tried = standing('stripe/main', { tried: true })
    expect(route(payment, [all], [tried])).toMatchObject({ via: 'sandbox/main', others: 0 })
    const unable = standing('sandbox/main', { unable: 'no network tokens' })
    const none = route(payment, [all], [tried, unable])
    expect(none).toMatchObject({ rule: 'all', others: 0, accounts: [{ tried: true }, unable] })
    expect(none.via).toBeUndefined()
  })

  test('no payment is at more than three', () => {
    const many: RouteRule = { name: 'many', to: to('a/a', 'b/b', 'c/c', 'd/d', 'e/e') }
    expect(route(payment, [many], [])).toMatchObject({ via: 'a/a', others: 2 })
    const tried = ['a/a', 'b/b', 'c/c'].map((via) => standing(via, { tried: true }))
    expect(route(payment, [many], tried.slice(0, 2))).toMatchObject({ via: 'c/c', others: 0 })
    expect(route(payment, [many], tried).via).toBeUndefined()
  })
})

describe('a split', () => {
  const split: RouteRule = {
    name: 'split',
    to: [
      { via: 'stripe/main', weight: 70 },
      { via: 'sandbox/main', weight: 30 },
    ],
  }
  const idOf = (number: number) =>
    [...number.toString(26).padStart(26, '0')]
      .map((digit) => String.fromCharCode(97 + parseInt(digit, 26)))
      .join('')

  test('is the same for the same payment, and even for many', () => {
    const count = 10_000
    const ways = Array.from({ length: count }, (_, at) => {
      const paymentId = idOf(at * 7_919)
      const { via } = route({ ...payment, paymentId }, [split], [])
      expect(route({ ...payment, paymentId }, [split], []).via).toBe(via)
      return via
    })
    const share = ways.filter((via) => via === 'stripe/main').length / count
    expect(share).toBeGreaterThan(0.67)
    expect(share).toBeLessThan(0.73)
  })

  test('the one that was not drawn is where it may go on', () => {
    const { via, others, accounts } = route(payment, [split], [])
    expect(others).toBe(1)
    expect(accounts.map((one) => one.via).filter((one) => one !== via)).toHaveLength(1)
  })
})
