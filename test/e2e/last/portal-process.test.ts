import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { until } from '../../support/until.ts'
import { shop, stack } from '../../support/world.ts'

const LONG_MS = 900_000

const pidOf = (wanted: string): number | undefined => {
  const running = JSON.parse(readFileSync(join(stack.home, 'pids.json'), 'utf8')) as {
    name: string
    pid: number
  }[]
  return running.find(({ name }) => name === wanted)?.pid
}

const environmentOf = (pid: number): Map<string, string> =>
  new Map(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => [line.split('=')[0] ?? '', line.replace(/^[^=]*=/, '')]),
  )

/** Of every thread, as the kernel has it. */
const nicenessOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  )

const readPortal = async () => {
  const answer = await fetch(`${stack.portal}/portal/sign-in`).catch(() => undefined)
  return answer?.status
}

test('the portal gives way to payments with every thread, and payments to nobody', () => {
  const ours = getPriority()
  expect(new Set(nicenessOf(pidOf('portal')!))).toEqual(new Set([Math.max(10, ours)]))
  expect(new Set(nicenessOf(pidOf('api-1')!))).toEqual(new Set([ours]))
  // Where sessions are scheduled as groups, the group counts; the supervisor gives each its own.
  const group = `/proc/${pidOf('portal')!}/autogroup`
  if (existsSync(group)) expect(readFileSync(group, 'utf8')).toMatch(/nice 10$/m)
})

test('the portal was told nothing that pays, and says how it is', async () => {
  const environment = environmentOf(pidOf('portal')!)
  expect(
    [...environment.keys()].filter((name) =>
      /_KEY$|VAULT|ACQUIRER|TEMPORAL|^KEYS_FILE$/.test(name),
    ),
  ).toEqual([])
  expect(environment.get('DATABASE_URL')).toContain('//tollgate_portal:')
  const home = `http://127.0.0.1:${environment.get('PORTAL_METRICS_PORT')!}`
  const ready = await fetch(`${home}/health/ready`)
  expect(await ready.json()).toEqual({ status: 'ok', checks: { postgres: 'ok', api: 'ok' } })
  const token = environment.get('OPERATOR_TOKEN')!
  const figures = await fetch(`${home}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await figures.text()).toMatch(/tollgate_process_cpu_seconds_total\{process="portal"\}/)
})

test(
  'a portal that is killed takes no payment along, and is there again',
  async () => {
    const killed = pidOf('portal')!
    process.kill(killed, 'SIGKILL')
    await shop.completed()
    const status = await until('the portal serves', readPortal, (found) => found === 200)
    expect([status, pidOf('portal') === killed]).toEqual([200, false])
  },
  LONG_MS,
)
