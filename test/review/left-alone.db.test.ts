import { WorkflowNotFoundError } from '@temporalio/client'
import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../src/process/log.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { execute } from '../../src/postgres/db.ts'
import { findLeftAlone } from '../../src/review/left-alone.ts'
import { findStuck } from '../../src/review/stuck.ts'
import { watchWorkflows } from '../../worker/watch-workflows.ts'
import { startSandbox } from '../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../sandbox/start-sandbox.ts'
import { freshDatabase } from '../support/database.ts'
import { recordPayments } from '../support/recorded-payments.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

/** A ghost was erased, and the list goes on saying that it runs. */
type Status = 'RUNNING' | 'TERMINATED' | 'COMPLETED' | 'GHOST'
interface Begun {
  workflowId: string
  args: [{ state: { version: number }; notified: number }]
}

/** A Temporal that knows of each workflow only whether it runs. */
function playTemporal(known: Record<string, Status>) {
  const statuses = new Map(Object.entries(known))
  const begun: Begun[] = []
  const matches = (query: string, id: string, status: Status): boolean => {
    if (query.includes('CloseTime')) return status === 'TERMINATED'
    return query.includes(`'${id}'`) && /RUNNING|GHOST/.test(status)
  }
  const found = (query: string) =>
    [...statuses].filter(([id, status]) => matches(query, id, status)).map(([id]) => id)
  const workflow = {
    async *list({ query }: { query: string }) {
      for (const workflowId of found(query)) yield Promise.resolve({ workflowId })
    },
    count: async (query: string) => ({ count: found(query).length }),
    getHandle: (workflowId: string) => ({
      describe: async () => {
        const name = statuses.get(workflowId)
        if (!name || name === 'GHOST')
          throw new WorkflowNotFoundError('not found', workflowId, undefined)
        return { status: { name }, raw: {} }
      },
    }),
    start: async (_: string, options: Begun) => {
      begun.push(options)
      statuses.set(options.workflowId, 'RUNNING')
    },
  }
  const withDeadline = (_: number, act: () => unknown) => act()
  return { client: { workflow, withDeadline } as unknown as Client, begun }
}

const arrange = async () => {
  const { pool } = await freshDatabase()
  return { pool, payments: recordPayments(pool, sandbox.url) }
}
const told = (pool: DbPool) => execute(pool, `update notification set state = 'accepted'`)

describe('a payment is left alone', () => {
  test.for([
    ['when its workflow was terminated', 'TERMINATED', 'ended'],
    ['when its workflow was made to end before it was done', 'COMPLETED', 'completed'],
    ['when its workflow was erased', undefined, 'absent'],
    ['never while its workflow runs', 'RUNNING', undefined],
  ] as const)('%s', async ([, status, run]) => {
    const { pool: db, payments } = await arrange()
    const workflowId = `pay/${await payments.sale()}`
    const { client } = playTemporal(status ? { [workflowId]: status } : {})
    const left = await findLeftAlone({ client, db }, workflowId)
    expect(left?.run).toBe(run)
    const stuck = await findStuck({ client, db, codec: {} as PayloadCodec })
    expect(stuck.map(({ reason }) => reason)).toEqual(run ? ['no_workflow'] : [])
  })

  test('not when it has ended and everything is told', async () => {
    const { pool: db, payments } = await arrange()
    const paymentId = await payments.sale()
    await payments.command(paymentId, { name: 'cancel', by: 'merchant' })
    const { client } = playTemporal({ [`pay/${paymentId}`]: 'TERMINATED' })
    const look = () => findLeftAlone({ client, db }, `pay/${paymentId}`)
    expect(await look()).toMatchObject({ run: 'ended', row: { firstPending: 1 } })
    await told(db)
    expect(await look()).toBeUndefined()
  })
})

describe('the watch', () => {
  const watch = (db: DbPool, client: Client, beginsAbsent: boolean) => {
    const metrics = createMetrics('worker')
    const log = createLog('test', 'silent')
    return {
      metrics,
      stop: watchWorkflows({ client, db, log, metrics, everyMs: 20, beginsAbsent }),
    }
  }

  test('begins what was ended again from what stands, with what is not told yet, and counts it', async () => {
    const { pool: db, payments } = await arrange()
    const paymentId = await payments.sale()
    const { version } = (await payments.find(paymentId))!
    const running = await payments.sale()
    const { client, begun } = playTemporal({
      [`pay/${paymentId}`]: 'TERMINATED',
      [`pay/${running}`]: 'RUNNING',
    })
    const { metrics, stop } = watch(db, client, false)
    await expect.poll(() => begun.length).toBe(1)
    await stop()
    expect(begun[0]).toMatchObject({
      workflowId: `pay/${paymentId}`,
      args: [{ state: { version }, notified: 0 }],
    })
    expect(await metrics.registry.metrics()).toMatch(
      /tollgate_revived_workflows_total\{kind="payment".*\} 1/,
    )
  })

  test('begins what was erased, whatever the list of running ones says', async () => {
    const { pool: db, payments } = await arrange()
    const erased = `pay/${await payments.sale()}`
    const { client, begun } = playTemporal({ [erased]: 'GHOST' })
    const { stop } = watch(db, client, true)
    await expect.poll(() => begun.length).toBe(1)
    await stop()
    expect(begun.map(({ workflowId }) => workflowId)).toEqual([erased])
  })

  test.for([
    ['is begun where this Temporal is known to be the right one', true, 1],
    ['is only told where it may be another one', false, 0],
  ] as const)('what Temporal does not know %s', async ([, beginsAbsent, count]) => {
    const { pool: db, payments } = await arrange()
    const held = await payments.sale()
    const paymentId = await payments.sale()
    await execute(db, `update payment set held = 'look' where payment_id = $1`, [held])
    const { client, begun } = playTemporal({})
    const { stop } = watch(db, client, beginsAbsent)
    await expect.poll(() => begun.length).toBe(count)
    await stop()
    expect(begun.map(({ workflowId }) => workflowId)).toEqual(
      beginsAbsent ? [`pay/${paymentId}`] : [],
    )
  })
})
