import { describe, expect, test } from 'vitest'
import { banksOf } from '../../../src/http/lookups/banks-of.ts'
import { findBank } from '../../../src/http/lookups/find-bank.ts'
import { createLog } from '../../../src/process/log.ts'

const bank = (provider: string, code: string, bankId: number, available = true) => ({
  provider,
  bank: code,
  bankId,
  name: code,
  iconURL: '/x',
  available,
})
const all = [
  bank('BM', 'RIVER', 1),
  bank('BM', 'LAKE', 2, false),
  bank('PA', 'LAKE', 12),
  bank('PA', 'RIVER', 11),
  bank('PA', 'SEA', 13),
]
const log = createLog('api', 'silent')
const services = { log, banks: () => Promise.resolve(all) }
const silent = { log, banks: () => Promise.reject(new Error('away')) }
const shop = (...providers: string[]) => ({
  merchantId: 'shop',
  ...(providers.length > 0 && { providers }),
})
const chosen = async (providers: string[], given: object, from = services) => {
  const { provider, available } = await findBank(from, shop(...providers), given)
  return [provider, available]
}

describe('the intermediary of a bank transfer', () => {
  test('is the one of the merchant, whichever that is', async () => {
    expect(await chosen(['BM'], { bank: 'RIVER' })).toEqual(['BM', true])
    expect(await chosen(['PA'], { bank: 'RIVER' })).toEqual(['PA', true])
    expect(await chosen(['PA'], { bank: 'SEA' })).toEqual(['PA', true])
  })

  test('of several is the preferred one, unless the bank is closed there', async () => {
    expect(await chosen(['PA', 'BM'], { bank: 'RIVER' })).toEqual(['PA', true])
    expect(await chosen(['BM', 'PA'], { bank: 'RIVER' })).toEqual(['BM', true])
    expect(await chosen(['BM', 'PA'], { bank: 'LAKE' })).toEqual(['PA', true])
    expect(await chosen(['BM'], { bank: 'LAKE' })).toEqual(['BM', false])
    expect(await chosen([], { bank: 'RIVER' })).toEqual(['BM', true])
  })

  test('is what the merchant names, among its own', async () => {
    expect(await chosen(['BM', 'PA'], { bank: 'RIVER', provider: 'PA' })).toEqual(['PA', true])
    expect(await chosen([], { bankId: 11 })).toEqual(['PA', true])
    for (const given of [{ bank: 'RIVER', provider: 'PA' }, { bankId: 11 }, { bank: 'SEA' }])
      await expect(findBank(services, shop('BM'), given)).rejects.toMatchObject({
        code: 'invalid_request',
      })
  })

  test('is never made up while nobody can say which there are', async () => {
    expect(await chosen([], { bank: 'SEA' }, silent)).toEqual([undefined, true])
    expect(await chosen(['PA', 'BM'], { bank: 'SEA' }, silent)).toEqual(['PA', true])
    expect(await chosen([], { bank: 'SEA', provider: 'BM' }, silent)).toEqual(['BM', true])
    const foreign = findBank(silent, shop('PA'), { bank: 'SEA', provider: 'BM' })
    await expect(foreign).rejects.toMatchObject({ code: 'invalid_request' })
    const nameless = findBank(silent, shop('PA'), { bankId: 13 })
    await expect(nameless).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('payers are shown the banks of the merchant, those of its preferred intermediary first', async () => {
  const shown = async (...providers: string[]) =>
    (await banksOf(services, shop(...providers))).map(({ bankId }) => bankId)
  expect(await shown('PA')).toEqual([12, 11, 13])
  expect(await shown('PA', 'BM')).toEqual([12, 11, 13, 1, 2])
  expect(await shown()).toEqual([1, 2, 12, 11, 13])
})
