import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { register } from 'tsx/cjs/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTemporalClient, refuseOpenWire } from '../../src/gateway/temporal.ts'
import { freshKeyRing } from '../support/key-ring.ts'

// The Temporal client requires the converters by their paths, past the test runner's own loader.
register()

const production = { environment: 'production', temporal: { withoutTls: undefined } } as const

test('production refuses a Temporal server without TLS, unless the setting names the exception', () => {
  expect(() => refuseOpenWire(false, production)).toThrow('TEMPORAL_WITHOUT_TLS')
  expect(() => refuseOpenWire(true, production)).not.toThrow()
  const excused = { ...production, temporal: { withoutTls: 'a mesh encrypts' } }
  expect(() => refuseOpenWire(false, excused)).not.toThrow()
  expect(() => refuseOpenWire(false, { ...production, environment: 'sandbox' })).not.toThrow()
})

const TRIES = 8

test('a server that is away is asked for every few seconds, however long it has been away', async () => {
  const tries: number[] = []
  const server = createServer((socket) => {
    tries.push(performance.now())
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('TEMPORAL_ADDRESS', `127.0.0.1:${String((server.address() as AddressInfo).port)}`)
  const { keyRing } = await freshKeyRing()
  const { connection } = createTemporalClient(keyRing, { ...production, environment: 'sandbox' })
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await connection.close()
    server.close()
  })
  const ask = () => connection.workflowService.getSystemInfo({})
  // By itself gRPC would wait 1, 1.6, 2.6, 4.1 s and ever longer, and the last three each over four.
  while (tries.length < TRIES) {
    await connection.withDeadline(Date.now() + 500, ask).catch(() => undefined)
    await sleep(50)
  }
  const pauses = tries.slice(1).map((at, index) => at - tries[index]!)
  // The shortest of them: a machine that stands still makes one longer.
  expect(Math.min(...pauses.slice(-3))).toBeLessThan(3_500)
})
