import type { Client, WorkflowHandle } from '@temporalio/client'
import pg from 'pg'
import { expect } from 'vitest'
import { apply } from '../../src/domain/payment/apply.ts'
import type { Event } from '../../src/domain/payment/events.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import { openTemporal } from '../support/temporal.ts'
import type { LogRow, World } from './world.ts'
import { until } from './world.ts'

/** After everything healed and went quiet: nothing lost, nothing doubled, nothing stuck. */
export async function checkInvariants(world: World, paymentIds: readonly string[]): Promise<void> {
  const db = new pg.Client({ connectionString: world.stack.info.postgres })
  db.on('error', () => undefined) // the stack may be stopped before the connection is
  await db.connect()
  const store = await openTemporal({ ...world.stack.info, home: world.stack.home })
  try {
    const log = await world.acquirerLog()
    for (const paymentId of paymentIds) {
      await callsEnd(db, paymentId)
      const payment = await rowEqualsFold(db, paymentId)
      expect(
        ['paid', 'settled', 'authorized', 'rejected', 'cancelled', 'errored'],
        `${paymentId} is stuck in ${payment.phase}`,
      ).toContain(payment.phase)
      moneyAgrees(
        payment,
        log.filter(({ reference }) => reference.startsWith(paymentId)),
      )
      await workflowEqualsRow(store.client, payment)
    }
    await ledgerAddsUp(db)
  } finally {
    await store.close()
    await db.end()
  }
}

/** What follows an answered command, like the release of a remainder, may still be on its way. */
const callsEnd = (db: pg.Client, paymentId: string): Promise<void> =>
  until(`the calls of ${paymentId} end`, async () => {
    const { rows } = await db.query<{ calls: unknown[] }>(
      "select state->'calls' as calls from payment where payment_id = $1",
      [paymentId],
    )
    return rows[0]?.calls.length === 0
  })

/** The row is the fold of the journal, line by line and without a gap. */
async function rowEqualsFold(db: pg.Client, paymentId: string): Promise<Payment> {
  const { rows } = await db.query<{ version: number; at: Date; events: Event[] }>(
    'select version, at, events from journal where owner_id = $1 order by version',
    [paymentId],
  )
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1))
  const folded = rows.reduce<Payment | undefined>(
    (payment, { version, at, events }) =>
      apply(payment, { version, at: at.getTime(), events }).payment,
    undefined,
  )
  const found = await db.query<{ state: Payment }>(
    'select state from payment where payment_id = $1',
    [paymentId],
  )
  const state = found.rows[0]?.state
  expect(state, `row of ${paymentId}`).toEqual(folded)
  if (!state) throw new Error(`no payment ${paymentId}`)
  return state
}

/** What we say of the money is what the acquirer's own books say. */
function moneyAgrees(payment: Payment, log: LogRow[]): void {
  const done = (operation: string) =>
    log.filter((row) => row.operation === operation && row.processed)
  const name = `${payment.id} (${payment.phase})`
  const standing = done('authorize').filter(
    ({ reference }) =>
      !done('reverse').some(
        (row) => row.reference === `${reference}-undo` || row.reference === `${reference}-close`,
      ),
  )
  const cancelled = done('reverse').filter(({ reference }) =>
    reference.startsWith(`${payment.id}-cancel-`),
  )
  const expectedStanding =
    ['rejected', 'errored'].includes(payment.phase) ||
    (payment.phase === 'cancelled' && payment.authorizedMinor === 0)
      ? 0
      : 1
  expect(standing, `charges of ${name}`).toHaveLength(expectedStanding)
  expect(cancelled, `reversals of ${name}`).toHaveLength(
    payment.phase === 'cancelled' && payment.authorizedMinor > 0 ? 1 : 0,
  )
  const captures = payment.transactions.filter(
    ({ type, status }) => type === 'CAPTURE' && status === 'COMPLETED',
  )
  expect(
    done('capture').filter((row) => !closed(log, row)),
    `captures of ${name}`,
  ).toHaveLength(captures.length)
  const refunds = payment.refunds.filter(({ status }) => status === 'COMPLETED')
  expect(
    done('refund').filter((row) => !closed(log, row)),
    `refunds of ${name}`,
  ).toHaveLength(refunds.length)
  const references = done('authorize').map(({ reference }) => reference)
  expect(new Set(references).size, `one effect per reference of ${name}`).toBe(references.length)
}

const closed = (log: LogRow[], { reference }: LogRow): boolean =>
  log.some(
    (row) => row.operation === 'reverse' && row.processed && row.reference === `${reference}-close`,
  )

async function workflowEqualsRow(client: Client, payment: Payment): Promise<void> {
  const handle = client.workflow.getHandle(`pay/${payment.id}`)
  // While a task is under way the server refuses to ask; and one that died after its commit is
  // behind its row until the server gives it to somebody else.
  let seen: Payment | Error | undefined
  await until(
    `the workflow of ${payment.id} has adopted its row`,
    async () => {
      // eslint-disable-next-line no-restricted-syntax
      seen = await handle.query<Payment>('state').catch(asError)
      return !(seen instanceof Error) && seen.version >= payment.version
    },
    undefined,
    () => whatIsSeen(seen, payment),
  ).catch(async (error: unknown) => {
    throw new Error(`${asError(error).message}; its history ends ${await endOfHistory(handle)}`)
  })
  expect(seen, `workflow of ${payment.id}`).toEqual(payment)
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))

const whatIsSeen = (seen: Payment | Error | undefined, { version, phase }: Payment): string =>
  seen instanceof Error
    ? `${seen.message}, ${String(seen.cause)}`
    : `version ${seen?.version} ${seen?.phase} of ${version} ${phase}`

async function endOfHistory(handle: WorkflowHandle): Promise<string> {
  const { events = [] } = await handle.fetchHistory()
  const lines = events?.slice(-8).map((event) => {
    const at = new Date(Number(event.eventTime?.seconds ?? 0) * 1_000).toISOString()
    return `${at} ${Object.keys(event).find((name) => name.endsWith('Attributes'))}`
  })
  return `at ${new Date().toISOString()} with ${lines?.join(', ')}`
}

/** Double entry: every commit sums to zero, balances are the sums of their postings. */
async function ledgerAddsUp(db: pg.Client): Promise<void> {
  const unbalanced = await db.query(
    'select owner_id, version from posting group by 1, 2, currency having sum(amount_minor) <> 0',
  )
  expect(unbalanced.rows).toEqual([])
  const drifted = await db.query(`
    select b.merchant_id from balance b
     where b.available_minor <> coalesce((select sum(amount_minor) from posting p where p.account = 'merchant/' || b.merchant_id || '/payable' and p.currency = b.currency), 0)
        or b.reserved_minor <> coalesce((select sum(amount_minor) from posting p where p.account = 'merchant/' || b.merchant_id || '/reserved' and p.currency = b.currency), 0)`)
  expect(drifted.rows).toEqual([])
  const negative = await db.query('select 1 from posting where balance_after_minor < 0')
  expect(negative.rows).toEqual([])
}
