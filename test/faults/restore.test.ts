import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { commandLine } from '../support/cli.ts'
import { checkInvariants } from './invariants.ts'
import { until, World } from './world.ts'

// The stack is stopped and started again twice.
vi.setConfig({ testTimeout: 300_000 })

let world: World
const backup = mkdtempSync(join(tmpdir(), 'tollgate-backup-'))

beforeAll(async () => {
  world = await World.launch({ apis: 1, workers: 1 })
})
afterAll(async () => {
  await world.stop()
  rmSync(backup, { recursive: true, force: true })
})

const CHALLENGED = '4000000000001026'
const tollgate = (...args: string[]) => commandLine({ TOLLGATE_HOME: world.stack.home })(...args)
const json = async (...args: string[]) => JSON.parse((await tollgate(...args, '--json')).text)

/** Copies as a file-level backup does, with owners and modes; the servers are down. */
function copy(part: 'postgres' | 'temporal.db' | 'sandbox', from: string, to: string): void {
  const files = readdirSync(from).filter((name) => name.startsWith(part))
  for (const file of files) {
    rmSync(join(to, file), { recursive: true, force: true })
    execFileSync('cp', ['-a', join(from, file), join(to, file)])
  }
}

function destroy(part: 'postgres' | 'temporal.db', home: string): void {
  for (const file of readdirSync(home).filter((name) => name.startsWith(part)))
    rmSync(join(home, file), { recursive: true, force: true })
}

async function restarted(whileDown: (home: string) => void): Promise<void> {
  const { home } = world.stack
  await world.halt()
  whileDown(home)
  world = await World.launch({ apis: 1, workers: 1, home })
}

async function begin() {
  const open = await world.insist('POST', '/payment', world.saleBody({ number: CHALLENGED }))
  return {
    sale: await world.completed(),
    hold: await world.completed({ transKind: 'PREAUTH', amount: 50 }),
    challenged: String(open.body?.paymentId),
  }
}

test('both stores of one moment: every payment is proved and goes on', async () => {
  const { sale, hold, challenged } = await begin()
  await world.storedCard()
  await restarted((home) => {
    for (const part of ['postgres', 'temporal.db'] as const) {
      copy(part, home, backup)
      destroy(part, home)
      copy(part, backup, home)
    }
  })
  expect(await json('prove', '--all')).toMatchObject({
    payments: 3,
    tokenizations: 1,
    replayed: 4,
    findings: [],
  })
  expect((await json('replay', '--all')).every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  await world.insist('POST', `/payment/${hold}/capture`, { amount: 45 })
  await world.insist('POST', `/payment/${sale}/refund`, { amount: 5 })
  await world.quiet(hold)
  await world.insist('POST', `/payment/${challenged}/cancel`, {})
  await world.reaches(challenged, ['CANCELLED'])
  expect(await json('prove', '--all')).toMatchObject({ payments: 3, findings: [] })
})

test('a Temporal store older than Postgres heals without a command', async () => {
  const { sale, hold } = await begin()
  const pending = await world.completed()
  await restarted((home) => copy('temporal.db', home, backup))
  await world.insist('POST', `/payment/${hold}/capture`, { amount: 45 })
  await world.insist('POST', `/payment/${sale}/refund`, { amount: 5 })
  await world.quiet(hold)
  await world.quiet(sale)
  const later = await world.completed()
  const card = await world.storedCard()
  // Accepted, and not sent before the power went: its workflow is behind with a refund under way.
  world.arm('act.refund.before_intent', 'delay(60000)')
  await world.insist('POST', `/payment/${pending}/refund`, { amount: 7 })
  await world.fired('act.refund.before_intent')
  await restarted((home) => {
    destroy('temporal.db', home)
    copy('temporal.db', backup, home)
  })

  await world.quiet(pending)
  let findings: unknown[] = []
  await until(
    'every workflow knows what is committed',
    async () => {
      findings = (await json('prove', '--all')).findings
      return findings.length === 0
    },
    90_000,
    () => JSON.stringify(findings),
  )
  for (const [id, operation, count] of [
    [pending, 'refund', 1],
    [sale, 'refund', 1],
    [hold, 'capture', 1],
    [later, 'authorize', 1],
  ] as const)
    expect(
      (await world.acquirerLog(id)).filter((row) => row.operation === operation),
      `${operation} of ${id}`,
    ).toHaveLength(count)

  // What was begun anew is as good as before.
  await world.insist('POST', `/payment/${later}/refund`, { amount: 25 })
  await world.quiet(later)
  await world.insist('POST', `/payment/${hold}/refund`, { amount: 45 })
  await world.quiet(hold)
  const { body } = await world.call('GET', `/payment/${hold}`)
  expect(body).toMatchObject({ amounts: { captured: 45, refunded: 45 } })
  expect(card).toMatchObject({ type: 'COF' })
  await checkInvariants(world, [sale, hold, later, pending])
})
