import { expect, test } from 'vitest'
import { createReportedSettlements } from '../../../src/postgres/settlements/reported-settlements.ts'
import type {
  ReportedLine,
  ReportedSettlements,
} from '../../../src/postgres/settlements/reported-settlements.ts'
import { freshDatabase } from '../../support/database.ts'

const open = async (): Promise<ReportedSettlements> =>
  createReportedSettlements((await freshDatabase()).pool)

const of = (merchantId: string) => ({ merchantId, via: 'autopay/main' })
const line = (name: string, ...references: [string, ...string[]]): ReportedLine => ({
  name,
  references,
  operation: 'authorize',
  amountMinor: 9_999,
  currency: 'PLN',
})

test('a transfer that is told again is one line of one batch', async () => {
  const told = await open()
  const account = of('told-again')
  await told.keepLine(account, line('T1', 'one'))
  await told.keepLine(account, line('T1', 'one'))
  const [batch = '', ...others] = await told.close(account, 0)
  expect(others).toEqual([])
  await told.keepLine(account, line('T1', 'one'))
  expect(await told.close(account, 0)).toEqual([batch])
  const facts = { operation: 'authorize', amountMinor: 9_999, currency: 'PLN' }
  expect(await told.lines(account, batch)).toEqual([{ ...facts, line: 1, reference: 'one' }])
})

test('what comes after a batch was made is of the next, and of this account alone', async () => {
  const told = await open()
  const account = of('after')
  await told.keepLine(account, line('T1', 'one'))
  const [first = ''] = await told.close(account, 0)
  await told.keepLine(account, line('T2', 'two'))
  await told.keepLine(of('somebody-else'), line('T3', 'three'))
  const [, second = '', ...others] = await told.close(account, 0)
  expect(others).toEqual([])
  expect((await told.lines(account, first)).map(({ reference }) => reference)).toEqual(['one'])
  expect((await told.lines(account, second)).map(({ reference }) => reference)).toEqual(['two'])
  expect(await told.close(account, Date.now() + 60_000)).toEqual([])
})

test('two at once make no line twice', async () => {
  const told = await open()
  const account = of('at-once')
  await Promise.all(['1', '2', '3'].map((one) => told.keepLine(account, line(`T${one}`, one))))
  await Promise.all([told.close(account, 0), told.close(account, 0)])
  const batches = await told.close(account, 0)
  const lines = await Promise.all(batches.map((batch) => told.lines(account, batch)))
  expect(
    lines
      .flat()
      .map(({ reference }) => reference)
      .sort(),
  ).toEqual(['1', '2', '3'])
})

test('of several that it may be of it is the first that no other was of', async () => {
  const told = await open()
  const account = of('several')
  for (const name of ['T1', 'T2', 'T3'])
    await told.keepLine(account, line(name, 'first', 'second', `unknown-${name}`))
  const [batch = ''] = await told.close(account, 0)
  const references = (await told.lines(account, batch)).map(({ reference }) => reference)
  expect(references).toEqual(['first', 'second', 'unknown-T3'])
})

test('a report is a batch of its own, without lines of ours', async () => {
  const told = await open()
  const account = of('report')
  await told.keepReport(account, 'report_1.csv')
  await told.keepReport(account, 'report_1.csv')
  expect(await told.close(account, 0)).toEqual(['report_1.csv'])
  expect(await told.lines(account, 'report_1.csv')).toEqual([])
})
