import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSecretMemory } from '../../src/vault/secret-memory.ts'

const twentyMinutes = 20 * 60_000

test('a secret is read as often as needed until it is wiped', () => {
  const memory = createSecretMemory()
  memory.put('payment', { cvv: '123' })
  expect(memory.read('payment')).toEqual({ cvv: '123' })
  expect(memory.read('payment')).toEqual({ cvv: '123' })
  memory.wipe('payment')
  expect(memory.read('payment')).toBeUndefined()
})

test('a taken secret is there once', () => {
  const memory = createSecretMemory()
  memory.put('payment', { code: '777123' })
  expect(memory.take('payment')).toEqual({ code: '777123' })
  expect(memory.take('payment')).toBeUndefined()
})

test('the latest secret of a payment replaces the one before', () => {
  const memory = createSecretMemory()
  memory.put('payment', { cvv: '123' })
  memory.put('payment', { code: '777123' })
  expect(memory.read('payment')).toEqual({ code: '777123' })
  expect(memory.size()).toBe(1)
  memory.clear()
})

test('a secret is gone after its time', () => {
  let now = 0
  const memory = createSecretMemory({ now: () => now })
  memory.put('payment', { cvv: '123' })
  now = twentyMinutes - 1
  expect(memory.read('payment')).toEqual({ cvv: '123' })
  now = twentyMinutes
  expect(memory.read('payment')).toBeUndefined()
  expect(memory.size()).toBe(0)
})

test('a secret that nobody asks for again is wiped all the same', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const memory = createSecretMemory()
  memory.put('payment', { cvv: '123' })
  vi.advanceTimersByTime(twentyMinutes + 10_000)
  expect(memory.size()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('a secret is wiped in time also when another one was wiped before', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const memory = createSecretMemory()
  memory.put('one', { cvv: '123' })
  memory.put('two', { cvv: '456' })
  expect(vi.getTimerCount()).toBe(1)
  memory.wipe('one')
  vi.advanceTimersByTime(twentyMinutes + 10_000)
  expect(memory.size()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})

test('when the memory is full the oldest secret makes room', () => {
  const memory = createSecretMemory({ maxEntries: 2 })
  for (const id of ['one', 'two', 'three']) memory.put(id, { cvv: '123' })
  expect(memory.size()).toBe(2)
  expect(memory.read('one')).toBeUndefined()
  expect(memory.read('three')).toEqual({ cvv: '123' })
  memory.clear()
})

test('wiping overwrites the bytes, clearing those of every payment', () => {
  const from = vi.spyOn(Buffer, 'from')
  onTestFinished(() => {
    from.mockRestore()
  })
  const memory = createSecretMemory()
  memory.put('one', { cvv: '123' })
  memory.put('two', { code: '777123' })
  const held = from.mock.results.map(({ value }) => value as Buffer)
  expect(held.map(String)).toEqual(['123', '777123'])
  memory.clear()
  expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true)
  expect(memory.size()).toBe(0)
})

test('the memory shows nothing when it is printed or serialised', () => {
  const memory = createSecretMemory()
  memory.put('payment', { cvv: 'CANARY' })
  const shown = inspect({ memory }, { depth: 9 }) + JSON.stringify({ memory }) + inspect(memory)
  expect(shown).not.toContain('CANARY')
  expect(shown.match(/\[secret memory\]/g)).toHaveLength(3)
  memory.clear()
})
