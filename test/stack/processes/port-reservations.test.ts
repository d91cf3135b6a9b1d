import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isListening, PortReservations } from '../../../src/stack/processes/port-reservations.ts'
import { PortRows } from '../../../src/stack/processes/port-rows.ts'

test('a port that is taken is named and another is chosen', async () => {
  const taken = await listenAnywhere()
  const told: number[] = []
  const chosen = await reservations().reserve(taken, (...ports) => told.push(...ports))
  expect(chosen).not.toBe(taken)
  expect(told).toEqual([taken, chosen])
})

test('a reserved port is taken for everybody else until it is handed over', async () => {
  const [ours, theirs] = [reservations(), reservations()]
  const port = await ours.reserve(undefined)
  expect(await theirs.reserve(port)).not.toBe(port)
  await ours.handOver(port)
  expect(await theirs.reserve(port)).toBe(port)
})

test('a port that somebody took before the process started is named', async () => {
  const port = await listenAnywhere()
  await expect(reservations().handOver(port)).rejects.toThrow(`Port ${port} was taken`)
})

test('chosen ports lie outside the range that outgoing connections get', async () => {
  const ours = reservations()
  const ports = await Promise.all(Array.from({ length: 10 }, () => ours.reserve(undefined)))
  expect(new Set(ports).size).toBe(10)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})

test('a port that was let go of is chosen by nobody else who chooses a port', async () => {
  const [ours, theirs] = [new PortRows(), new PortRows()]
  const chosen = async (rows: PortRows) => {
    const ports: number[] = []
    for (let count = 0; count < 40; count++) ports.push(await rows.next())
    return ports
  }
  const ports = [...(await chosen(ours)), ...(await chosen(theirs))]
  expect(new Set(ports).size).toBe(80)
})

test('one sees whether somebody listens', async () => {
  expect(await isListening(await listenAnywhere())).toBe(true)
  expect(await isListening(1)).toBe(false)
})

function reservations(): PortReservations {
  const created = new PortReservations()
  onTestFinished(() => created.releaseAll())
  return created
}

async function listenAnywhere(): Promise<number> {
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}
