import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heapFlags } from '../../src/stack/processes/programs.ts'
import { visaOf } from '../support/cards.ts'
import { countInMemory } from '../support/memory-of.ts'
import { createDatabase } from '../support/database.ts'
import { json, startPeer } from '../connectors/peer.ts'
import { call } from './support/test-app.ts'
import { card, paymentBody } from './support/payment-app.ts'

/** Nobody else shows the memory of a process. */
const isLinux = process.platform === 'linux'
const CARDS = 150
const BEGINNING = '400000077'
const numbers = Array.from({ length: CARDS }, (_, index) => visaOf(77_000_000 + index))

const threeDs = await startPeer(json(404, { error: 'not_enrolled' }))
let app: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** The app as it is started in production, but for what it needs to be told to collect. */
async function startApp() {
  const database = await createDatabase()
  const child = fork(fileURLToPath(new URL('support/app-process.ts', import.meta.url)), {
    execArgv: [...heapFlags, '--expose-gc', '--import', import.meta.resolve('tsx')],
    env: { ...process.env, TEST_APP_DATABASE: database.url, TEST_APP_THREEDS: threeDs.url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [started] = (await once(child, 'message')) as [{ url: string; token: string }]
  return {
    ...started,
    pid: child.pid ?? 0,
    collect: async () => {
      child.send('collect')
      await once(child, 'message')
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
      await database.drop()
    },
  }
}

test.runIf(isLinux)(
  'card numbers leave the memory of the process that took, sealed and sent them',
  async () => {
    for (const instrumentNo of numbers) {
      const body = paymentBody({ instrument: card({ instrumentNo }) })
      const { status, text } = await call(app.url, 'POST', '/payment', { token: app.token, body })
      expect([status, text]).toEqual([200, expect.stringContaining('paymentId')])
    }
    expect(threeDs.received.length).toBe(CARDS)
    await app.collect()
    // Nine for each card before anything was overwritten; what is left are texts that V8 still holds.
    expect(countInMemory(app.pid, new Set(numbers), BEGINNING)).toBeLessThan(CARDS / 2)
  },
)
