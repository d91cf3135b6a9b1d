import { expect, test } from 'vitest'
import type { ChargeLine } from '../../src/domain/settlement/settlement.ts'
import { wholeBatches } from '../../src/connectors/whole-batches.ts'

const lines = (batch: string): ChargeLine[] =>
  [1, 2, 3, 4, 5].map((line) => ({
    line,
    reference: `${batch}-${String(line)}`,
    operation: 'authorize',
    amountMinor: 100,
    currency: 'PLN',
  }))

function provider() {
  const read: string[] = []
  const batches = wholeBatches((batch) => {
    read.push(batch)
    return batch === 'bad' ? Promise.reject(new Error('cut')) : Promise.resolve(lines(batch))
  })
  const pages = async (batch: string) => {
    const found: number[] = []
    for (let after = 0; after < 5; after += 2)
      found.push(...(await batches.settlementLines(batch, after, 2)).lines.map(({ line }) => line))
    return found
  }
  return { read, batches, pages }
}

test('a batch is read once, however many pages it has', async () => {
  const { read, batches, pages } = provider()
  expect(await batches.closeSettlement('one')).toEqual({ fileId: 'one', total: 5 })
  expect(await pages('one')).toEqual([1, 2, 3, 4, 5])
  expect(read).toEqual(['one'])
})

test('closing reads it anew, and a page of another is never one of it', async () => {
  const { read, batches, pages } = provider()
  await batches.closeSettlement('one')
  await batches.closeSettlement('one')
  const {
    lines: [first],
  } = await batches.settlementLines('two', 0, 1)
  expect(first?.reference).toBe('two-1')
  expect(await pages('one')).toEqual([1, 2, 3, 4, 5])
  expect(read).toEqual(['one', 'one', 'two', 'one'])
})

test('what could not be read is not kept', async () => {
  const { batches } = provider()
  await batches.closeSettlement('one')
  await expect(batches.closeSettlement('bad')).rejects.toThrow('cut')
  await expect(batches.settlementLines('bad', 0, 2)).rejects.toThrow('cut')
})
