import { describe, expect, test } from 'vitest'
import { createBankList } from '../../../src/http/lookups/bank-list.ts'

const bank = { provider: 'BM', bank: 'x', bankId: 1, name: 'X', iconURL: '/x', available: true }

const ours = { merchantId: 'shop' }

describe('createBankList', () => {
  test('asks once, however many want it', async () => {
    let asked = 0
    const banks = createBankList(() => {
      asked += 1
      return Promise.resolve([bank])
    })
    expect(await Promise.all([banks(ours), banks(ours)])).toEqual([[bank], [bank]])
    await banks(ours)
    expect(asked).toBe(1)
  })

  test('a first list that cannot be read is a failure, and is asked for again', async () => {
    let asked = 0
    const banks = createBankList(() => {
      asked += 1
      return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve([bank])
    })
    await expect(banks(ours)).rejects.toThrow('away')
    expect(await banks(ours)).toEqual([bank])
  })

  test("each merchant's own account has a list of its own", async () => {
    const banks = createBankList(({ via = '' }) => Promise.resolve([{ ...bank, name: via }]))
    const namesOf = async (merchantId: string, via?: string) =>
      (await banks({ merchantId, via })).map(({ name }) => name)
    expect(await namesOf('shop', 'autopay/main')).toEqual(['autopay/main'])
    expect(await namesOf('shop', 'autopay/other')).toEqual(['autopay/other'])
    expect(await namesOf('other')).toEqual([''])
  })
})
