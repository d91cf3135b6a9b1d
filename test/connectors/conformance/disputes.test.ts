import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acquirers } from '../../../src/connectors/registry.ts'
import type { DisputeAnswer, EvidenceItem } from '../../../src/connectors/disputes.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { acquirerPeers } from './peers.ts'
import { createWorld } from './world.ts'
import type { World } from './world.ts'

const DISPUTED = '4000000000000259'
const answering = acquirers.filter(({ capabilities }) => capabilities.disputes === 'answered')
/** Where a provider's message says which dispute it is of. */
const disputeIn: Record<string, (body: Record<string, unknown>, charge: Charge) => unknown> = {
  sandbox: ({ disputeId, reference }, charge) => reference === charge.reference && disputeId,
  stripe: ({ type, data }, charge) => {
    const { object } = (data ?? {}) as { object?: { id: string; payment_intent: string } }
    const isOurs = object?.payment_intent === charge.acquirerRef
    return type === 'charge.dispute.created' && isOurs && object.id
  },
}
interface Charge {
  reference: string
  acquirerRef: string
}

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const text = (words: string): EvidenceItem => ({
  kind: 'receipt',
  mediaType: 'text/plain',
  content: Buffer.from(words),
})
const file: EvidenceItem = {
  kind: 'shipping_proof',
  mediaType: 'application/pdf',
  content: Buffer.from('%PDF-1.7\r\n\0'),
}
const statusOf = (answer: DisputeAnswer) =>
  answer.type === 'disputed' ? answer.facts.word?.status : answer.type

test('who answers disputes is put to the test here', () => {
  expect(answering.map(({ name }) => name).sort()).toEqual(Object.keys(disputeIn).sort())
})

describe.each(answering)('a dispute at $name', ({ name, ...definition }) => {
  const peer = acquirerPeers[name]!
  let world: World
  beforeAll(() => {
    world = createWorld({ name, ...definition }, peer, sandbox)
  })

  const desk = () => world.acquirer.disputes!
  let count = 0
  const disputed = async () => {
    const charge = await world.sale({ number: DISPUTED })
    const providerRef = await until(() =>
      sandbox.gateway.caught.map(({ body }) => disputeIn[name]!(body, charge)).find(Boolean),
    )
    const order = { reference: `d${String((count += 1))}${name}-submit-abc` }
    return { ...order, providerRef: providerRef as string }
  }
  const asked = async (providerRef: string, status: string) => {
    return until(async () => {
      const one = await desk().inquire(providerRef)
      return one.type === 'disputed' && one.facts.word?.status === status ? one.facts : undefined
    })
  }

  test('is asked about: how it stands, and what it has taken, the same each time', async () => {
    const { providerRef } = await disputed()
    const [one, same] = [await desk().inquire(providerRef), await desk().inquire(providerRef)]
    expect(one).toMatchObject({
      facts: { word: { status: 'NEEDS_RESPONSE', stage: 'CHARGEBACK', amountMinor: 9_999 } },
    })
    const movesOf = (answer: DisputeAnswer) => answer.type === 'disputed' && answer.facts.moves
    expect(movesOf(one)).toMatchObject([
      { kind: 'WITHDRAWN', amountMinor: 9_999, moveId: expect.any(String) },
      ...(name === 'stripe' ? [{ kind: 'FEE' }] : []),
    ])
    expect(movesOf(same)).toEqual(movesOf(one))
  })

  test('is answered with texts and files, and won', async () => {
    const order = await disputed()
    const sent = await desk().submit({ ...order, items: [text('winning_evidence'), file] })
    expect(statusOf(sent)).toBe('UNDER_REVIEW')
    const facts = await asked(order.providerRef, 'WON')
    const kinds = facts.moves.map(({ kind }) => kind).filter((kind) => kind !== 'FEE')
    expect(kinds).toEqual(['WITHDRAWN', 'REINSTATED'])
  })

  test('whose answer to submit is lost was taken: asking says so, and it is not taken twice', async () => {
    const order = await disputed()
    const submission = { ...order, items: [text('neither')] }
    const fault = { operation: 'disputeSubmit', action: 'cut', when: 'after' }
    await world.spoil(order.reference, fault)
    expect(await desk().submit(submission)).toMatchObject({ type: 'unknown' })
    await asked(order.providerRef, 'UNDER_REVIEW')
    const other = { ...submission, reference: `${order.reference}-2` }
    expect(await desk().submit(other)).toMatchObject({ type: 'invalid' })
  })

  test('whose submit never arrived still waits for it', async () => {
    const order = await disputed()
    const submission = { ...order, items: [text('losing_evidence')] }
    const fault = { operation: 'disputeSubmit', action: 'cut', when: 'before' }
    await world.spoil(order.reference, fault)
    expect(await desk().submit(submission)).toMatchObject({ type: 'unknown' })
    await asked(order.providerRef, 'NEEDS_RESPONSE')
    expect(statusOf(await desk().submit(submission))).toBe('UNDER_REVIEW')
    await asked(order.providerRef, 'LOST')
  })

  test('that is accepted is lost; a lost answer to that is asked about as well', async () => {
    const order = await disputed()
    await world.spoil(order.reference, { operation: 'disputeAccept', action: 'cut', when: 'after' })
    expect(await desk().accept(order)).toMatchObject({ type: 'unknown' })
    const facts = await asked(order.providerRef, 'LOST')
    expect(facts.moves.some(({ kind }) => kind === 'REINSTATED')).toBe(false)
  })
})
