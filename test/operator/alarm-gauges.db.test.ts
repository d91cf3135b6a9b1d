import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { createAdmission } from '../../src/gateway/admission.ts'
import { createLog } from '../../src/process/log.ts'
import { addAdmissionFigures, createMetrics } from '../../src/process/metrics.ts'
import { addAlarmGauges, alarmGauges } from '../../src/operator/alarm-gauges.ts'
import { execute } from '../../src/postgres/db.ts'
import { checkRound } from '../../src/postgres/review/ledger-watch.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** By the grammar of Prometheus itself. */
function isNoPromQl(expr: string): boolean {
  let isBroken = false
  parser.parse(expr).iterate({ enter: ({ type }) => void (isBroken ||= type.isError) })
  return isBroken
}

const counts = (count: number) => ({ workflow: { count: async () => ({ count }) } }) as never
const read = (file: string) =>
  readFileSync(new URL(`../../docs/operators/${file}`, import.meta.url), 'utf8')

async function start(failing = 0) {
  const { pool } = await freshDatabase()
  const metrics = createMetrics('api')
  addAlarmGauges(
    { metrics, log: createLog('api', 'silent') },
    { db: pool, client: counts(failing) },
  )
  return { pool, payments: recordPayments(pool, sandbox.url), metrics }
}

describe('figures for alarms', () => {
  test('are all zero when nothing is wrong', async () => {
    const { pool, payments, metrics } = await start()
    await payments.sale()
    await checkRound(pool)
    const text = await metrics.registry.metrics()
    expect(text).toMatch(/tollgate_ledger_round_age_seconds\{process="api"\} \d/)
    expect(text).toContain('tollgate_stuck_payments{reason="held",process="api"} 0')
    expect(text).toContain('tollgate_ledger_differences{check="clearing",process="api"} 0')
    expect(text).toContain('tollgate_failing_workflows{process="api"} 0')
  })

  test('of the books are missing before the first round, and then count what stands', async () => {
    const { pool, payments, metrics } = await start()
    const id = await payments.sale()
    expect(await metrics.registry.metrics()).not.toContain('tollgate_ledger_differences{')
    await execute(pool, `update posting set amount_minor = amount_minor * 2 where owner_id = $1`, [
      id,
    ])
    await checkRound(pool)
    const again = createMetrics('api')
    addAlarmGauges(
      { metrics: again, log: createLog('api', 'silent') },
      { db: pool, client: counts(0) },
    )
    const text = await again.registry.metrics()
    expect(text).toContain('tollgate_ledger_differences{check="postings",process="api"} 1')
  })

  test('tell of payments that are held, overdue or without an answer, and of failing workflows', async () => {
    const { pool, payments, metrics } = await start(3)
    const [held, overdue, unknown] = [
      await payments.sale(),
      await payments.sale(),
      await payments.sale(),
    ]
    await payments.decideOnly(held, { name: 'hold', reason: 'look' })
    await execute(
      pool,
      `update payment set next_due_at = now() - interval '6 minutes' where payment_id = $1`,
      [overdue],
    )
    await execute(pool, `alter table payment disable trigger payment_status`)
    await execute(
      pool,
      `update payment set phase = 'resolving', status = 'PENDING', updated_at = now() - interval '2 hours'
        where payment_id = $1`,
      [unknown],
    )
    const text = await metrics.registry.metrics()
    for (const line of [
      'tollgate_stuck_payments{reason="held",process="api"} 1',
      'tollgate_stuck_payments{reason="overdue",process="api"} 1',
      'tollgate_unknown_outcomes{age="1d",process="api"} 1',
      'tollgate_failing_workflows{process="api"} 3',
    ])
      expect(text).toContain(line)
  })

  test('tell which of Postgres and Temporal does not answer', async () => {
    const metrics = createMetrics('api')
    const away = { workflow: { count: () => Promise.reject(new Error('away')) } } as never
    const { pool: db } = await freshDatabase()
    addAlarmGauges({ metrics, log: createLog('api', 'silent') }, { db, client: away })
    const text = await metrics.registry.metrics()
    expect(text).toContain('tollgate_reachable{what="postgres",process="api"} 1')
    expect(text).toContain('tollgate_reachable{what="temporal",process="api"} 0')
  })

  test('name the twenty merchants with most notifications waiting, and no more', async () => {
    const { pool, metrics } = await start()
    await execute(
      pool,
      `insert into notification (event_id, owner_id, sequence, merchant_id, kind, body)
       select 'e' || m || '-' || n, 'o' || m, n, 'shop-' || m, 'payment', '{}'
         from generate_series(1, 30) m, generate_series(1, m) n`,
    )
    const text = await metrics.registry.metrics()
    expect(text.match(/^tollgate_notification_backlog\{/gm)).toHaveLength(21)
    expect(text).toContain('merchant="shop-30",process="api"} 30')
    expect(text).toContain('merchant="all others",process="api"} 55')
  })

  test('are left out when they cannot be read, so that their absence is an alarm', async () => {
    const metrics = createMetrics('api')
    const db = { query: () => Promise.reject(new Error('away')) }
    addAlarmGauges({ metrics, log: createLog('api', 'silent') }, { db, client: counts(0) })
    expect(await metrics.registry.metrics()).not.toMatch(/^tollgate_stuck_payments\{/m)
  })
})

describe('rules and dashboard', () => {
  const known = async () => {
    const metrics = createMetrics('api')
    addAdmissionFigures(metrics, createAdmission({ underWay: 1, waiting: 1 }))
    const names = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name)
    const gauges = alarmGauges({ db: {} as never, client: counts(0) }).map(({ name }) => name)
    return [...names, ...gauges]
  }
  const used = (text: string) => [
    ...new Set(
      [...text.matchAll(/tollgate_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')),
    ),
  ]

  test.for(['alerts.yml', 'dashboard.json'])(
    '%s names only metrics that there are',
    async (file) => {
      const names = await known()
      expect(used(read(file)).filter((name) => !names.includes(name))).toEqual([])
    },
  )

  test('every figure for alarms has a rule and a place on the dashboard', async () => {
    for (const { name } of alarmGauges({ db: {} as never, client: counts(0) })) {
      expect(used(read('alerts.yml'))).toContain(name)
      if (!/_(oldest|age|drift)_seconds$/.test(name))
        expect(used(read('dashboard.json'))).toContain(name)
    }
  })

  test('every expression of rules and dashboard is PromQL', () => {
    const { groups } = parse(read('alerts.yml')) as { groups: { rules: { expr: string }[] }[] }
    const { panels } = JSON.parse(read('dashboard.json')) as {
      panels: { targets: { expr: string }[] }[]
    }
    const all = [
      ...groups.flatMap(({ rules }) => rules),
      ...panels.flatMap(({ targets }) => targets),
    ].map(({ expr }) => expr)
    expect(all.filter(isNoPromQl)).toEqual([])
    expect(['sum(rate(x[5m])', 'a and and b', 'x{le=10}'].filter(isNoPromQl)).toHaveLength(3)
  })

  test.for([
    ['CreateFailing', '0.001'],
    ['CreateSlow', '0.01'],
    ['OutcomeLate', '0.01'],
    ['NotificationLag', '0.01'],
  ])(
    'a promise (%s) is watched over two windows at two speeds, with a least volume',
    ([name, budget]) => {
      const { groups } = parse(read('alerts.yml')) as {
        groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
      }
      const ruleOf = (alert: string) =>
        groups.flatMap(({ rules }) => rules).find((rule) => rule.alert === alert)
      const shapes = [
        ['Fast', 'page', '14.4', '1h', '5m'],
        ['Slow', 'ticket', '6', '6h', '30m'],
      ] as const
      for (const [speed, severity, rate, long, short] of shapes) {
        const rule = ruleOf(`${name}${speed}`)
        expect(rule?.labels.severity).toBe(severity)
        expect(rule?.expr.split(`> ${rate} * ${budget}`)).toHaveLength(3)
        expect(rule?.expr).toContain(`[${short}]`)
        expect(rule?.expr).toMatch(new RegExp(String.raw`increase\(.*\[${long}\]\)\) > \d+$`))
      }
    },
  )

  test('each rule says how bad it is and what it is', () => {
    const { groups } = parse(read('alerts.yml')) as {
      groups: { rules: { alert: string; expr: string; labels: object; annotations: object }[] }[]
    }
    for (const rule of groups.flatMap(({ rules }) => rules))
      expect(rule).toMatchObject({
        alert: expect.stringMatching(/^[A-Z]\w+$/),
        expr: expect.stringMatching(/tollgate_|temporal_|^up\{/),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.any(String) },
      })
  })
})
