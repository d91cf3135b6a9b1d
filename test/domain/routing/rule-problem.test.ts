import { expect, test } from 'vitest'
import { rulesProblem } from '../../../src/domain/routing/rule-problem.ts'

const to = [{ via: 'stripe/main' }]
const rule = (change: object) => [{ name: 'all', to, ...change }]

test.for([
  rule({}),
  rule({ when: {} }),
  rule({ when: { methods: ['CARD', 'GPAY'], organizations: ['VISA'], currencies: ['EUR'] } }),
  rule({ when: { countries: ['PL'], recurring: ['NONE'], fromMinor: 1, toMinor: 1 } }),
  [
    ...rule({}),
    {
      name: 'other',
      to: [
        { via: 'a/b', weight: 1 },
        { via: 'a/c', weight: 9 },
      ],
    },
  ],
])('%j are rules', (rules) => {
  expect(rulesProblem(rules)).toBeUndefined()
})

test.for<[unknown, string]>([
  ['all to stripe', 'a list of rules'],
  [[], 'a list of rules'],
  [Array.from({ length: 51 }, (_, at) => ({ name: `r${String(at)}`, to })), 'at most 50'],
  [[7], 'rule 1: must be an object'],
  [rule({ name: '' }), 'name must be'],
  [rule({ priority: 1 }), 'priority is no part'],
  [rule({ when: [] }), 'when must be an object'],
  [rule({ when: { colour: 'red' } }), 'colour is no condition'],
  [rule({ when: { methods: ['CASH'] } }), 'methods must be a list of some of'],
  [rule({ when: { currencies: 'PLN' } }), 'currencies must be a list'],
  [rule({ when: { countries: ['pl'] } }), 'countries must be a list'],
  [rule({ when: { fromMinor: 1.5 } }), 'fromMinor must be a whole number'],
  [rule({ when: { fromMinor: 2, toMinor: 1 } }), 'must not be above'],
  [rule({ to: [] }), 'at least one account'],
  [rule({ to: ['stripe/main'] }), 'a list of { via, weight?, threeds?, exempt? }'],
  [rule({ to: [{ via: 'Stripe' }] }), 'via must be connector/account'],
  [rule({ to: [...to, ...to] }), 'name each once'],
  [rule({ to: [{ via: 'a/b', weight: 0 }] }), 'weight must be a whole number'],
  [rule({ to: [{ via: 'a/b', weight: 1 }, { via: 'a/c' }] }), 'at all or none'],
  [rule({ to: [{ via: 'a/b', share: 1 }] }), 'share is no part'],
  [[...rule({}), ...rule({})], 'name each rule once'],
])('%j: %s', ([rules, problem]) => {
  expect(rulesProblem(rules)).toContain(problem)
})
