import { describe, expect, test } from 'vitest'
import { readBinFile } from '../../../src/domain/cards/read-bin-file.ts'
import type { BinFile } from '../../../src/domain/cards/read-bin-file.ts'
import {
  currentBinFile,
  readBinRanges,
  saveBinFile,
} from '../../../src/postgres/cards/bin-files.ts'
import { createCardBook } from '../../../src/postgres/cards/card-book.ts'
import type { DbPool } from '../../../src/postgres/db.ts'
import { execute, one } from '../../../src/postgres/db.ts'
import { freshDatabase } from '../../support/database.ts'

const textOf = (issuer: string, count = 1) =>
  ['low,high,scheme,issuer,as_of']
    .concat(
      Array.from({ length: count }, (_, i) => `${String(400000 + i)},,VISA,${issuer},2026-01-02`),
    )
    .join('\n')

function load(db: DbPool, text: string) {
  const { file } = readBinFile(text) as { file: BinFile }
  return saveBinFile(db, { name: 'issuers.csv', text, file, by: 'anna' })
}

describe('an issuer file', () => {
  test('takes the place of the one before it, whole', async () => {
    const { pool } = await freshDatabase()
    await load(pool, textOf('First', 12_000))
    const second = await load(pool, textOf('Second', 3))
    expect(await currentBinFile(pool)).toMatchObject({ ...second, rowCount: 3, asOf: '2026-01-02' })
    expect(await readBinRanges(pool, second.id)).toHaveLength(3)
    expect(await one(pool, 'select count(*)::int as rows from bin_range')).toEqual({ rows: 3 })
  })

  test('loaded again changes nothing', async () => {
    const { pool } = await freshDatabase()
    const first = await load(pool, textOf('Same'))
    expect(await load(pool, textOf('Same'))).toEqual(first)
  })

  test('that fails half way leaves the one before it in force', async () => {
    const { pool } = await freshDatabase()
    const first = await load(pool, textOf('First'))
    const text = textOf('Broken', 6_000)
    const { file } = readBinFile(text) as { file: BinFile }
    file.rows[5_999] = { ...file.rows[5_999]!, high: -1 }
    await expect(
      saveBinFile(pool, { name: 'issuers.csv', text, file, by: 'anna' }),
    ).rejects.toThrow('bin_range')
    expect(await currentBinFile(pool)).toEqual(first)
    expect(await readBinRanges(pool, first.id)).toHaveLength(1)
  })
})

describe('the card book', () => {
  test('notices a new file, and goes on with the old one while the database is away', async () => {
    const { pool } = await freshDatabase()
    await load(pool, textOf('First'))
    let now = 0
    const book = createCardBook(pool, { onlyListed: false, now: () => now })
    const issuer = async () => (await book.find('4000000000001000'))?.issuer
    expect(await issuer()).toBe('First')
    await load(pool, textOf('Second'))
    expect(await issuer()).toBe('First')
    now += 30_000
    await issuer()
    await expect.poll(issuer).toBe('Second')
    await execute(pool, 'alter table bin_file rename to elsewhere')
    now += 30_000
    expect(await issuer()).toBe('Second')
    expect(await issuer()).toBe('Second')
  })

  test('fills the gaps with what acquirers tell, and believes none once two disagree', async () => {
    const { pool } = await freshDatabase()
    let now = 0
    const book = createCardBook(pool, { onlyListed: false, now: () => now })
    const find = async (number: string) => {
      now += 60_000
      return book.find(number)
    }
    const first = '5200000100000000'
    await book.learn(first, { cardType: 'DEBIT', issuerCountry: 'PL' }, 'stripe/main')
    expect(await find(first)).toMatchObject({ cardType: 'DEBIT', issuerCountry: 'PL' })
    expect(await find('5200000200000000')).not.toHaveProperty('cardType')
    await book.learn(first, { issuer: 'A bank' }, 'stripe/main')
    expect(await find(first)).toMatchObject({ cardType: 'DEBIT', issuer: 'A bank' })
    await book.learn(first, { cardType: 'CREDIT' }, 'other/main')
    expect(await find(first)).toEqual({
      organization: 'MASTERCARD',
      transferAllowed: false,
      fastTransfer: false,
    })
    await book.learn(first, { cardType: 'DEBIT' }, 'stripe/main')
    expect(await find(first)).not.toHaveProperty('cardType')
  })

  test('goes by the operator’s file before anything that was learnt', async () => {
    const { pool } = await freshDatabase()
    await load(pool, 'low,high,scheme,issuer,country\n40000000,,VISA,Bank,PL')
    const book = createCardBook(pool, { onlyListed: false })
    await book.learn(
      '4000000000000000',
      { issuerCountry: 'US', issuer: 'X', cardType: 'DEBIT' },
      's',
    )
    expect(await book.find('4000000000000000')).toMatchObject({
      issuerCountry: 'PL',
      issuer: 'Bank',
      cardType: 'DEBIT',
    })
  })

  test('tells whose cards there can be', async () => {
    const { pool } = await freshDatabase()
    await load(pool, textOf('Bank'))
    const of = (onlyListed: boolean) => createCardBook(pool, { onlyListed }).organizations()
    expect(await of(true)).toEqual(['VISA'])
    expect(await of(false)).toContain('UNIONPAY')
  })
})
