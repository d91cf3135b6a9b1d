import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../support/changed-checkout.ts'
import { changedCheckout } from '../support/changed-checkout.ts'
import { commandLine } from '../support/cli.ts'
import { openTemporal } from '../support/temporal.ts'
import { changedBuild } from './changed-build.ts'
import { checkInvariants } from './invariants.ts'
import { until, World } from './world.ts'

/** Most tasks go to the bad build, so that it surely gets some of these. */
const RAMP = '99'
const PAYMENTS = 3

let world: World
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-builds-'))
  world = await World.launch({ apis: 1, gateways: 0, workers: 2 })
  await world.stack.restart('worker-1', { WORKER_BUILD_ID: 'good' })
  await world.stack.process('worker-2').stop()
  await rollout('current', 'good')
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const tollgate = (...args: string[]) => commandLine({ TOLLGATE_HOME: world.stack.home })(...args)

/** The server hears of a build when its worker polls for the first time. */
const rollout = (...args: string[]): Promise<void> =>
  until(`rollout ${args.join(' ')}`, async () => {
    const { code } = await tollgate('rollout', ...args, '--by', 'anna', '--json')
    return code === 0
  })

interface Bad {
  name: string
  change: Change
  /** How `stuck` speaks of the payments that it got. */
  stuck: RegExp
}

const otherCommands: Bad = {
  name: 'does something else with old histories',
  change: {
    file: 'workflows/actor.ts',
    from: '    listen(this)\n',
    to: '    listen(this)\n    await condition(() => false, 1)\n',
  },
  stuck: /task_failing/,
}

const builds: Bad[] = [
  otherCommands,
  {
    name: 'decides wrongly',
    change: {
      file: 'src/domain/payment/operations/refund.ts',
      from: 'refunds.map((one, index): Event => {\n',
      to: 'refunds.map((asked, index): Event => {\n    const one = { ...asked, amountMinor: asked.amountMinor * 2 }\n',
    },
    stuck: /held/,
  },
  {
    name: 'reckons wrongly from what was committed',
    change: {
      file: 'src/domain/payment/operations/authorization.ts',
      from: '        capturedMinor: amountMinor,\n',
      to: '        capturedMinor: Math.floor(amountMinor / 100) * 100,\n',
    },
    stuck: /held.*capturedMinor 9900 instead of 9999/,
  },
]

test.for(builds)(
  'a build that $name is stopped at the gate, and on a ramp; every refund is sent once',
  { timeout: 600_000 },
  async ({ name, change, stuck }) => {
    const buildId = name.replaceAll(' ', '-')
    const { checkout } = changedBuild(folder, buildId, change)
    const earlier = await world.completed({ amount: 99.99 })
    await world.insist('POST', `/payment/${earlier}/refund`, { amount: 10 })
    await world.quiet(earlier)
    const open = await Promise.all(
      Array.from({ length: PAYMENTS }, () => world.completed({ amount: 99.99 })),
    )

    // The gate would have stopped it.
    const gate = await tollgate('rollout', 'check', checkout, '--since', '1h', '--json')
    expect(gate.code, gate.problem).toBe(1)
    const { diverged } = JSON.parse(gate.text) as { diverged: { workflowId: string }[] }
    expect(diverged.map(({ workflowId }) => workflowId)).toContain(`pay/${earlier}`)

    // Somebody goes past it. Merchants refund meanwhile, and ask again when all is well.
    await ramp(buildId)
    const refund = (id: string) => [`/payment/${id}/refund`, { amount: 60 }] as const
    const sent = open.map((id) => world.call('POST', ...refund(id), { key: `refund-${id}` }))
    await until(
      'stuck names a payment of them',
      async () => (await stuckAmong(open, stuck)).length > 0,
      120_000,
    )
    for (const id of open) expect(await refundsOf(id), id).not.toContain(12_000)
    // What is not decided is not refused: a merchant who believed it would refund once more.
    const [waiting = ''] = await stuckAmong(open, stuck)
    const meanwhile = await world.call('POST', ...refund(waiting), { key: `refund-${waiting}` })
    expect([200, 503], JSON.stringify(meanwhile)).toContain(meanwhile.status)

    // Back; what it held is let go on.
    await rollout('back', 'good')
    await world.stack.process('worker-2').stop()
    await Promise.all(sent)
    await letGoOn(open)
    for (const id of open) {
      const answer = await world.insist('POST', ...refund(id), `refund-${id}`)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      await world.quiet(id)
      expect(await refundsOf(id), `refunds of ${id}`).toEqual([6_000])
    }
    expect((await tollgate('stuck')).text).toBe('nothing is stuck\n')
    await checkInvariants(world, [earlier, ...open])
    expect(await tollgate('prove', '--all')).toMatchObject({ code: 0 })
  },
)

const rebuilding =
  'what a bad build has begun is rebuilt from its last good task by two people, and refunded once'
test(rebuilding, { timeout: 600_000 }, async () => {
  const buildId = otherCommands.name.replaceAll(' ', '-')
  await ramp(buildId)
  const begun = await Promise.all([1, 2, 3].map(() => world.completed({ amount: 99.99 })))
  await rollout('back', 'good')
  await world.stack.process('worker-2').stop()
  const refunds = begun.map((id) =>
    world.insist('POST', `/payment/${id}/refund`, { amount: 60 }).catch(() => undefined),
  )
  // Which of them it cannot go on with shows one after another, at the second failure of each.
  const rebuilt = new Set<string>()
  await until(
    'every one is refunded, and those that the good build cannot go on with are rebuilt before',
    async () => {
      for (const id of await stuckAmong(begun, otherCommands.stuck))
        if (!rebuilt.has(id)) await rebuild(id)
      const sent = await Promise.all(begun.map(refundsOf))
      return sent.every(({ length }) => length > 0)
    },
    300_000,
  )
  expect(rebuilt.size).toBeGreaterThan(0)
  await Promise.all(refunds)
  for (const id of begun) {
    await world.quiet(id)
    expect(await refundsOf(id), `refunds of ${id}`).toEqual([6_000])
  }
  expect((await tollgate('stuck')).text).toBe('nothing is stuck\n')
  await checkInvariants(world, begun)
  expect(await tollgate('prove', '--all')).toMatchObject({ code: 0 })
  const [whole] = begun
  const asked = await tollgate(
    'payment',
    'rebuild',
    whole ?? '',
    '--reason',
    'x',
    '--by',
    'anna',
    '--json',
  )
  const { id: approvalId } = JSON.parse(asked.text) as { id: string }
  expect(await tollgate('approvals', 'approve', approvalId, '--by', 'jan')).toMatchObject({
    code: 1,
    problem: expect.stringContaining('nothing to rebuild'),
  })

  async function rebuild(id: string): Promise<void> {
    const why = ['--reason', 'a bad build', '--json']
    const asked = await tollgate('payment', 'rebuild', id, ...why, '--by', 'anna')
    const { id: approvalId } = JSON.parse(asked.text) as { id: string }
    expect(await tollgate('approvals', 'approve', approvalId, '--by', 'anna')).toMatchObject({
      code: 1,
    })
    const done = await tollgate('approvals', 'approve', approvalId, '--by', 'jan')
    expect(done, done.problem).toMatchObject({ code: 0, text: expect.stringMatching(/proved/) })
    rebuilt.add(id)
  }
})

test('a build that does something only when it is not replayed is stopped at the gate', async () => {
  const paid = await world.completed({ amount: 99.99 })
  const checkout = changedCheckout(join(folder, 'not-replayed'), {
    file: 'workflows/actor.ts',
    from: '    listen(this)\n',
    to: '    listen(this)\n    if (!workflowInfo().unsafe.isReplaying) await condition(() => false, 1)\n',
  })
  const gate = await tollgate('rollout', 'check', checkout, '--since', '1h', '--json')
  expect(gate.code, gate.problem).toBe(1)
  const { diverged } = JSON.parse(gate.text) as { diverged: { workflowId: string }[] }
  expect(diverged).toContainEqual(
    expect.objectContaining({
      workflowId: `pay/${paid}`,
      divergence: expect.objectContaining({ now: 'set a timer of 1 ms' }),
    }),
  )
})

const falsified =
  'a row that says otherwise than its journal is shown, healed by two people, and refunded once'
test(falsified, async () => {
  const paid = await world.completed({ amount: 99.99 })
  await world.quiet(paid)
  const db = new pg.Client({ connectionString: world.stack.info.postgres })
  await db.connect()
  await db.query(
    `update payment set captured_minor = 9900, state = state || '{"capturedMinor": 9900}'
      where payment_id = $1`,
    [paid],
  )
  await db.end()
  const order = [`/payment/${paid}/refund`, { amount: 60 }] as const
  const refund = world.call('POST', ...order, { key: `refund-${paid}` })
  await until('it is held', async () => (await stuckAmong([paid], /held/)).length > 0, 120_000)
  const why = ['--reason', 'the row was changed by hand', '--by', 'anna', '--json']
  const asked = await tollgate('payment', 'rebuild', paid, ...why)
  const { id, command } = JSON.parse(asked.text) as { id: string; command: object }
  const places = ['row.capturedMinor', 'state.capturedMinor']
  const row = places.map((path) => ({ path, row: '9900', journal: '9999' }))
  expect(command).toEqual({ name: 'rebuild', row })
  const done = await tollgate('approvals', 'approve', id, '--by', 'jan')
  expect(done, done.problem).toMatchObject({ code: 0, text: expect.stringMatching(/proved/) })
  await refund
  expect(await world.insist('POST', ...order, `refund-${paid}`)).toMatchObject({ status: 200 })
  await world.quiet(paid)
  expect(await refundsOf(paid)).toEqual([6_000])
  expect((await tollgate('stuck')).text).toBe('nothing is stuck\n')
  await checkInvariants(world, [paid])
})

/** A worker of that build runs beside the good one, and gets most tasks. */
async function ramp(buildId: string): Promise<void> {
  await world.stack
    .process('worker-2')
    .start({ WORKER_BUILD_ID: buildId, WORKFLOW_BUNDLE: join(folder, `${buildId}.js`) })
  await rollout('ramp', buildId, RAMP)
  await until('the queue of payments knows of the ramp', async () => (await rampOf()) === buildId)
}

/** The server tells its task queues one after another: which build the queue of payments ramps. */
async function rampOf(): Promise<string | undefined> {
  const { client, close } = await openTemporal({ ...world.stack.info, home: world.stack.home })
  try {
    const { versioningInfo } = await client.workflowService.describeTaskQueue({
      namespace: client.options.namespace,
      taskQueue: { name: 'payments' },
    })
    return versioningInfo?.rampingDeploymentVersion?.buildId ?? undefined
  } finally {
    await close()
  }
}

/** Those of the payments that `stuck` speaks of in such words. */
async function stuckAmong(paymentIds: string[], words: RegExp): Promise<string[]> {
  const lines = (await tollgate('stuck')).text.split('\n').filter((line) => words.test(line))
  return paymentIds.filter((id) => lines.some((line) => line.includes(id)))
}

/** Resumes them until none is held any more. */
const letGoOn = (paymentIds: string[]): Promise<void> =>
  until(
    'nothing is held',
    async () => {
      const held = await stuckAmong(paymentIds, /held/)
      const why = ['--reason', 'the build is gone', '--by', 'anna']
      for (const id of held) {
        const { text, problem } = await tollgate('payment', 'resume', id, ...why)
        expect(text, problem).toContain('resume accepted')
      }
      return held.length === 0
    },
    180_000,
  )

/** What the acquirer has sent back, in minor units. */
const refundsOf = async (paymentId: string): Promise<number[]> =>
  (await world.acquirerLog(paymentId))
    .filter(({ operation, processed }) => operation === 'refund' && processed)
    .map(({ amountMinor }) => amountMinor)
