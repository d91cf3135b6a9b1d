import { expect, test } from 'vitest'
import {
  batchIdOf,
  settlementWorkflowId,
  toldWorkflowId,
} from '../../../src/domain/settlement/settlement.ts'
import {
  accountNamed,
  accountProvider,
  batchIdFor,
  isSettlingProvider,
  providerOf,
  readBatchId,
} from '../../../src/domain/settlement/settling-provider.ts'
import { Story } from '../payment/support.ts'

test.for([
  ['acquirer', 'daily-2026-08-05T21:00:00Z', 'daily-2026-08-05T21:00:00Z'],
  ['acquirer', '2026/03', '2026/03'],
  ['acquirer', '2026/blik/03', '2026/blik/03'],
  ['blik', 'daily-1', 'blik/daily-1'],
  ['bank', 'now-1', 'bank/now-1'],
  [accountProvider('10000001', 'stripe/main'), 'po_1', 'stripe/main/10000001/po_1'],
] as const)('a batch of %s called %s has one name', ([provider, name, batchId]) => {
  expect(batchIdFor(provider, name)).toBe(batchId)
  expect(readBatchId(batchId)).toEqual({ provider, name })
  expect(batchIdOf(settlementWorkflowId(batchId))).toBe(batchId)
  expect(batchIdOf(toldWorkflowId(batchId))).toBe(batchId)
})

test('whoever moved the money of a payment owes it; before there is an instrument nobody does', () => {
  const card = Story.of().state
  expect(providerOf(card)).toBe('acquirer')
  expect(providerOf({ ...card, instrument: { type: 'BLIK_UID' } })).toBe('blik')
  expect(providerOf({ ...card, via: 'stripe/main' })).toBe('stripe/main/shop')
  const { instrument: _, ...unchosen } = card
  expect(() => providerOf(unchosen)).toThrow('no instrument')
})

test('an account is known by its name, a provider of the installation has none', () => {
  expect(accountNamed('stripe/main/10000001')).toEqual({
    merchantId: '10000001',
    connector: 'stripe',
    account: 'main',
  })
  expect(accountNamed('blik')).toBeUndefined()
  expect(['acquirer', 'stripe/main/1', undefined].map(isSettlingProvider)).toEqual([
    true,
    false,
    false,
  ])
})
