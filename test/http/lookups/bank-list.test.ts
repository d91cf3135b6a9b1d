import { describe, expect, test } from 'vitest'
import { createBankList } from '../../../src/http/lookups/bank-list.ts'

const bank = { provider: 'BM', bank: 'x', bankId: 1, name: 'X', iconURL: '/x', available: true }

describe('createBankList', () => {
  test('asks once, however many want it', async () => {
    let asked = 0
    const banks = createBankList(() => {
      asked += 1
      return Promise.resolve([bank])
    })
    expect(await Promise.all([banks(), banks()])).toEqual([[bank], [bank]])
    await banks()
    expect(asked).toBe(1)
  })

  test('a first list that cannot be read is a failure, and is asked for again', async () => {
    let asked = 0
    const banks = createBankList(() => {
      asked += 1
      return asked === 1 ? Promise.reject(new Error('away')) : Promise.resolve([bank])
    })
    await expect(banks()).rejects.toThrow('away')
    expect(await banks()).toEqual([bank])
  })
})
