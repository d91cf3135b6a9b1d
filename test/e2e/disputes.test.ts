import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { tollgate } from '../support/accounts.ts'
import { visa } from '../support/cards.ts'
import { disputed, put, reaches, read, submit } from '../support/disputes.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { succeeded } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { openMerchant, plain, stack } from '../support/world.ts'

const SLOW_MS = 300_000
const DAY_S = 86_400
const INQUIRY = visa(197)

const fault = (referencePrefix: string, when: 'before' | 'after') =>
  send(`${stack.sandbox}/faults`, {
    method: 'POST',
    body: {
      provider: 'acquirer',
      operation: 'disputeSubmit',
      referencePrefix,
      action: 'cut',
      when,
      times: 1,
    },
  })

describe.concurrent('a dispute', { timeout: SLOW_MS }, () => {
  test('takes its money from the balance and from refunds, and gives it back when it is won', async () => {
    const merchant = await openMerchant()
    const { disputeId, paymentId } = await disputed(merchant)
    expect(await merchant.balance()).toMatchObject({ available: 0 })
    expectProblem(
      await merchant.command(paymentId, 'refund', { amount: 1 }),
      409,
      'payment_disputed',
    )
    expectProblem(await submit(merchant, disputeId), 409, 'evidence_missing')
    await put(merchant, disputeId, 'winning_evidence')
    const key = randomUUID()
    const [one, same] = [
      await submit(merchant, disputeId, key),
      await submit(merchant, disputeId, key),
    ]
    expect([one.status, same.status]).toEqual([202, 202])
    const won = await reaches(merchant, disputeId, 'WON')
    expect(won.moves.map(({ kind }: Json) => kind)).toEqual(['WITHDRAWN', 'REINSTATED'])
    expect(await merchant.balance()).toMatchObject({ available: 80 })
    expect((await merchant.order(paymentId, 'refund', { amount: 80 })).amount).toBe(80)
    const { events } = succeeded(await merchant.call('GET', '/events?limit=100'))
    const told = events
      .map(({ type }: Json) => type as string)
      .filter((type: string) => type.startsWith('dispute.'))
    expect(told.filter((type: string) => type === 'dispute.opened')).toHaveLength(1)
    expect([told[0], told.at(-1)]).toEqual(['dispute.opened', 'dispute.closed'])
  })

  test('whose answer was lost on the way back is asked about, and won', async () => {
    const merchant = await openMerchant()
    const { disputeId } = await disputed(merchant)
    await put(merchant, disputeId, 'winning_evidence')
    await fault(disputeId, 'after')
    expect((await submit(merchant, disputeId)).status).toBe(202)
    expect((await reaches(merchant, disputeId, 'WON')).problem).toBeUndefined()
  })

  test('whose evidence never arrived says so, and takes it once more', async () => {
    const merchant = await openMerchant()
    const { disputeId } = await disputed(merchant)
    await put(merchant, disputeId, 'losing_evidence')
    await fault(disputeId, 'before')
    expect((await submit(merchant, disputeId)).status).toBe(202)
    await until(
      'a problem',
      () => read(merchant, disputeId),
      ({ problem }) => problem,
      150_000,
    )
    expect((await submit(merchant, disputeId)).status).toBe(202)
    await reaches(merchant, disputeId, 'LOST')
  })

  test('that is not answered is reminded of twice, and expires by its own clock', async () => {
    const merchant = await openMerchant()
    const { disputeId } = await disputed(merchant)
    const { fired } = await merchant.advance(disputeId, 20 * DAY_S)
    expect(fired.filter((name: string) => name === 'reminder')).toHaveLength(2)
    await reaches(merchant, disputeId, 'EXPIRED')
    expectProblem(await submit(merchant, disputeId), 409, 'dispute_closed')
  })

  test('that begins as an inquiry moves no money until it becomes a chargeback', async () => {
    const merchant = await openMerchant()
    const { disputeId } = await disputed(merchant, INQUIRY)
    expect(await read(merchant, disputeId)).toMatchObject({ stage: 'INQUIRY', moves: [] })
    await put(merchant, disputeId, 'losing_evidence')
    await submit(merchant, disputeId)
    const raised = await until(
      'a chargeback',
      () => read(merchant, disputeId),
      ({ stage }) => stage === 'CHARGEBACK',
      150_000,
    )
    expect(raised).toMatchObject({ status: 'NEEDS_RESPONSE', moves: [{ kind: 'WITHDRAWN' }] })
    expect((await merchant.call('POST', `/disputes/${disputeId}/accept`, {})).status).toBe(202)
    await reaches(merchant, disputeId, 'ACCEPTED')
  })

  test('is answered by operators on behalf of the merchant, when two of them agree', async () => {
    const merchant = await openMerchant()
    const { disputeId } = await disputed(merchant)
    await put(merchant, disputeId, 'winning_evidence')
    const done = async (...args: string[]): Promise<Json> => {
      const { code, text, problem } = await tollgate(...args, '--json')
      expect([code, problem]).toEqual([0, ''])
      return JSON.parse(text)
    }
    const why = ['--reason', 'case 4711', '--by', 'anna']
    await done('disputes', 'hold', disputeId, ...why)
    expectProblem(await submit(merchant, disputeId), 409, 'payment_held')
    await done('disputes', 'resume', disputeId, ...why)
    await done('disputes', 'inquire', disputeId, ...why)
    const given = await done('disputes', 'accept', disputeId, ...why)
    await done('approvals', 'refuse', given.id, '--by', 'jan')
    const { id } = await done('disputes', 'submit', disputeId, ...why)
    expect((await tollgate('approvals', 'approve', id, '--by', 'anna')).code).toBe(1)
    expect((await read(merchant, disputeId)).status).toBe('NEEDS_RESPONSE')
    await done('approvals', 'approve', id, '--by', 'jan')
    await reaches(merchant, disputeId, 'WON')
  })

  test('is nobody else’s', async () => {
    const { disputeId } = await disputed(await openMerchant())
    expectProblem(await plain.call('GET', `/disputes/${disputeId}`), 404, 'dispute_not_found')
  })
})
