import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../worker/free-port.ts'
import { commandLine } from '../support/cli.ts'
import { until, World } from './world.ts'

let world: World
let metricsPort: number

beforeAll(async () => {
  world = await World.launch({ apis: 1, workers: 2 })
  metricsPort = await freePort()
  await world.stack.restart('worker-1', { WORKER_METRICS_PORT: String(metricsPort) })
})
afterAll(() => world.stop())

const tollgate = (...args: string[]) => commandLine({ TOLLGATE_HOME: world.stack.home })(...args)

const token = 'sandbox-operator-token'
const get = (url: string, password?: string) =>
  fetch(url, { headers: password === undefined ? {} : { authorization: `Bearer ${password}` } })

test('a worker tells its health to everybody and its figures to operators', async () => {
  const base = `http://127.0.0.1:${String(metricsPort)}`
  expect(await (await get(`${base}/health/ready`)).json()).toMatchObject({
    status: 'ok',
    checks: { postgres: 'ok', temporal: 'ok' },
  })
  expect((await get(`${base}/metrics`)).status).toBe(401)
  const figures = await (await get(`${base}/metrics`, token)).text()
  expect(exported(figures)).toContain('tollgate_record_duration_seconds_bucket')
  expect(exported(figures)).toContain('temporal_worker_task_slots_available')
})

test('every figure of the alarms and the dashboard is one that a running stack tells', async () => {
  // So that the other one, which is asked, has something to tell of.
  await world.stack.process('worker-2').stop()
  const paymentId = await world.completed()
  await world.insist('POST', `/payment/${paymentId}/refund`, { amount: 1 })
  // A reversal goes through a queue; what is answered at once does not.
  await world.insist('POST', `/payment/${await world.completed()}/cancel`, {})
  const { operator, operatorToken } = world.stack.info
  const read = async () => [
    await (await get(`${operator}/metrics`, operatorToken)).text(),
    await (await get(`http://127.0.0.1:${String(metricsPort)}/metrics`, token)).text(),
  ]
  const used = ['alerts.yml', 'dashboard.json'].flatMap((file) => namesIn(file))
  expect(used.length).toBeGreaterThan(20)
  let missing = used
  await until(
    'every figure is told',
    async () => {
      const told = new Set((await read()).flatMap(exported))
      missing = used.filter((name) => !told.has(name))
      return missing.length === 0
    },
    30_000,
    () => missing.join(', '),
  )
})

test('a build takes payments once it is current, and the one before takes them back', async () => {
  await world.stack.restart('worker-1', { WORKER_BUILD_ID: 'one' })
  await world.stack.restart('worker-2', { WORKER_BUILD_ID: 'two' })
  await routing('rollout', 'current', 'one')
  const begun = await world.completed({ transKind: 'PREAUTH' })
  expect(await routing('rollout', 'ramp', 'two', '40')).toMatchObject({
    current: 'one',
    ramping: { build: 'two', percentage: 40 },
  })
  expect(await routing('rollout', 'current', 'two')).toMatchObject({ current: 'two' })
  await world.stack.process('worker-1').stop()
  await world.insist('POST', `/payment/${begun}/adjustment`, { amount: 20 })
  await world.quiet(begun)
  await world.stack.restart('worker-1', { WORKER_BUILD_ID: 'one' })
  // A ramp that is left in place would go on giving the bad build its part.
  await routing('rollout', 'back', 'one')
  await routing('rollout', 'ramp', 'two', '50')
  const back = await routing('rollout', 'back', 'one')
  expect(back).toMatchObject({ current: 'one' })
  expect(back.ramping).toBeUndefined()
  await world.stack.process('worker-2').stop()
  await world.insist('POST', `/payment/${begun}/capture`, {})
  await world.quiet(begun)
  expect(await world.completed()).toMatch(/^[a-z]{27}$/)
  const transactions = await world.call('GET', `/payment/${begun}/transactions`)
  expect(transactions.body).toMatchObject([
    { type: 'PREAUTH', status: 'COMPLETED' },
    { type: 'ADJUSTMENT', status: 'COMPLETED' },
    { type: 'CAPTURE', status: 'COMPLETED' },
  ])
  const unknown = await tollgate('rollout', 'current', 'three', '--by', 'anna')
  expect(unknown).toMatchObject({ code: 1, problem: expect.stringContaining('there is') })
  const { text } = await tollgate('rollout', 'show')
  expect(text).toMatch(/one +current +100 %/)
  expect(text).toMatch(/two +dra\w+ +0 %/)
})

test('a build is checked before it gets a task: what is stored, and what has just been paid', async () => {
  const { code, text } = await tollgate('rollout', 'check', '.', '--since', '1h', '--json')
  expect(code).toBe(0)
  const { stored, payments, diverged } = JSON.parse(text)
  expect(stored).toBeGreaterThan(100)
  expect(payments).toBeGreaterThan(1)
  expect(diverged).toEqual([])
})

interface Routing {
  current?: string
  ramping?: { build: string; percentage: number }
}

/** As an operator does it, and again until the server has heard of the build. */
async function routing(...args: string[]): Promise<Routing> {
  let answer = { code: 1, text: '', problem: '' }
  await until(
    args.join(' '),
    async () => {
      answer = await tollgate(...args, '--by', 'anna', '--json')
      return answer.code === 0
    },
    60_000,
    () => answer.problem,
  )
  return JSON.parse(answer.text) as Routing
}

const namesIn = (file: string): string[] => [
  ...new Set(
    readFileSync(`docs/operators/${file}`, 'utf8').match(/\b(tollgate|temporal)_[a-z_0-9]+/g),
  ),
]

/** What is told now, and what would be as soon as it happens for the first time. */
const exported = (text: string): string[] =>
  [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name],
  )
