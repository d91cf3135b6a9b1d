import { Connection } from '@temporalio/client'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../worker/free-port.ts'
import { until, World } from './world.ts'

let world: World
let metricsPort: number
let connection: Connection

beforeAll(async () => {
  world = await World.launch({ apis: 1, workers: 2 })
  metricsPort = await freePort()
  await world.stack.restart('worker-1', { WORKER_METRICS_PORT: String(metricsPort) })
  connection = await Connection.connect({ address: world.stack.info.temporal })
})
afterAll(async () => {
  await connection.close()
  await world.stop()
})

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
  await makeCurrent('one')
  const begun = await world.completed({ transKind: 'PREAUTH' })
  await makeCurrent('two')
  await world.stack.process('worker-1').stop()
  await world.insist('POST', `/payment/${begun}/adjustment`, { amount: 20 })
  await world.quiet(begun)
  await world.stack.restart('worker-1', { WORKER_BUILD_ID: 'one' })
  await makeCurrent('one')
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
})

/** As `temporal worker deployment set-current-version` does it; the server must know the version. */
async function makeCurrent(buildId: string): Promise<void> {
  const { namespace } = world.stack.info
  const request = { namespace, deploymentName: 'tollgate', buildId, identity: 'test' }
  let problem = ''
  await until(
    `${buildId} is current`,
    () =>
      connection.workflowService.setWorkerDeploymentCurrentVersion(request).then(
        () => true,
        (error: unknown) => {
          problem = String(error)
          return false
        },
      ),
    60_000,
    () => problem,
  )
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
