import { expect, test } from 'vitest'
import { execute, one } from '../../src/postgres/db.ts'
import { checkBooks } from '../../src/postgres/review/ledger-check.ts'
import { listOperatorEntries } from '../../src/postgres/operator-entries.ts'
import type { OperatorEntry } from '../../src/postgres/operator-entries.ts'
import { approvedEntry } from '../support/approved-entry.ts'
import { freshDatabase } from '../support/database.ts'

async function start() {
  const { pool } = await freshDatabase()
  await execute(pool, `insert into merchant (mid, kind, name) values ('shop', 'merchant', 'Shop')`)
  const book = (changes: Partial<OperatorEntry> = {}) =>
    approvedEntry(pool, { ...topUp, ...changes })
  return { pool, book }
}

const topUp: Omit<OperatorEntry, 'approvalId'> = {
  reference: 'first',
  kind: 'top-up',
  merchantId: 'shop',
  currency: 'PLN',
  amountMinor: 10_000,
  actor: 'anna',
  reason: 'float for refunds',
}

test('a top-up raises the balance and a payout lowers it, with who and why', async () => {
  const { pool, book } = await start()
  expect(await book()).toMatchObject({ status: 'booked', balance: { availableMinor: 10_000 } })
  const payout = { reference: 'second', kind: 'payout', amountMinor: 4_000 } as const
  expect(await book(payout)).toMatchObject({ balance: { availableMinor: 6_000 } })
  expect(await listOperatorEntries(pool, 'shop', 10)).toMatchObject([
    { ...payout, actor: 'anna', approvedBy: 'anna-agreed', reason: 'float for refunds' },
    { reference: 'first', kind: 'top-up' },
  ])
  expect(await checkBooks(pool)).toEqual([])
})

test('the same reference is one movement; with other content it is refused', async () => {
  const { pool, book } = await start()
  await book()
  expect(await book()).toMatchObject({ status: 'known', balance: { availableMinor: 10_000 } })
  expect(await book({ amountMinor: 1 })).toEqual({ status: 'reference_reused' })
  expect(await checkBooks(pool)).toEqual([])
})

test('a payout beyond the balance is refused and leaves nothing behind', async () => {
  const { pool, book } = await start()
  await book()
  const payout = { reference: 'second', kind: 'payout', amountMinor: 10_001 } as const
  expect(await book(payout)).toEqual({ status: 'balance_short' })
  expect(await listOperatorEntries(pool, 'shop', 10)).toHaveLength(1)
})

test('many payouts at once never take the balance below zero', async () => {
  const { pool, book } = await start()
  await book()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      book({ reference: `payout-${index}`, kind: 'payout', amountMinor: 3_000 }),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'booked')).toHaveLength(3)
  expect(await one(pool, 'select available_minor from balance')).toEqual({ available_minor: 1_000 })
  expect(await checkBooks(pool)).toEqual([])
})

test('nothing is asked for an unknown merchant', async () => {
  const { book } = await start()
  await expect(book({ merchantId: 'nobody' })).rejects.toThrow('approval_merchant_id_fkey')
})
