import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { choosePort, isListening } from '../../src/stack/ports.ts'

test('a port that is taken is named and another is chosen', async () => {
  const taken = await listenAnywhere()
  const told: number[] = []
  const chosen = await choosePort(taken, (...ports) => told.push(...ports))
  expect(chosen).not.toBe(taken)
  expect(told).toEqual([taken, chosen])
})

test('a free port is taken as wanted', async () => {
  const free = await choosePort(undefined)
  expect(await choosePort(free)).toBe(free)
})

test('chosen ports lie outside the range that outgoing connections get', async () => {
  const ports = await Promise.all(Array.from({ length: 10 }, () => choosePort(undefined)))
  expect(new Set(ports).size).toBe(10)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('one sees whether somebody listens', async () => {
  expect(await isListening(await listenAnywhere())).toBe(true)
  expect(await isListening(await choosePort(undefined))).toBe(false)
})

async function listenAnywhere(): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
