import { afterAll, beforeAll, expect, test } from 'vitest'
import { definition } from '../../../src/connectors/adyen/definition.ts'
import type { DisputeAnswer, EvidenceItem } from '../../../src/connectors/disputes.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { acquirerPeers } from '../conformance/peers.ts'
import { createWorld } from '../conformance/world.ts'
import type { World } from '../conformance/world.ts'

const DISPUTED = '4000000000000259'
const peer = acquirerPeers['adyen']!
let sandbox: RunningSandbox
let world: World
beforeAll(async () => {
  sandbox = await startSandbox()
  await peer.listen?.(sandbox)
  world = createWorld(definition, peer, sandbox)
})
afterAll(() => sandbox.stop())

const desk = () => world.acquirer.disputes!
const file = (words: string, mediaType: EvidenceItem['mediaType'] = 'application/pdf') => ({
  ...({ kind: 'receipt', mediaType, content: Buffer.from(`%PDF-1.7 ${words}`) } as const),
})
const awaits = (answer: DisputeAnswer) =>
  answer.type === 'disputed' ? answer.facts.awaits : answer.type

interface Item {
  eventCode: string
  pspReference: string
  originalReference?: string
}
const itemsOf = (acquirerRef: string): Item[] =>
  sandbox.gateway.caught
    .flatMap(({ body }) => (body['notificationItems'] ?? []) as { NotificationRequestItem: Item }[])
    .map((one) => one.NotificationRequestItem)
    .filter((item) => item.originalReference === acquirerRef)

let count = 0
async function disputed() {
  const { acquirerRef } = await world.sale({ number: DISPUTED })
  const item = await until(() => itemsOf(acquirerRef).find((one) => one.eventCode === 'CHARGEBACK'))
  const reference = `d${String((count += 1))}adyen-submit-abc`
  const told = (eventCode: string) =>
    until(() => itemsOf(acquirerRef).find((one) => one.eventCode === eventCode))
  return { order: { reference, providerRef: item.pspReference }, told }
}

test('a dispute is defended with its documents, and won', async () => {
  const { order, told } = await disputed()
  expect(awaits(await desk().inquire(order.providerRef))).toBe(true)
  const sent = await desk().submit({ ...order, items: [file('winning_evidence')] })
  expect(sent).toEqual({ type: 'disputed', facts: { moves: [] } })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(false)
  await told('ISSUER_RESPONSE_TIMEFRAME_EXPIRED')
})

test('a defence whose answer is lost was taken: asking says so, and it is not taken twice', async () => {
  const { order } = await disputed()
  const submission = { ...order, items: [file('neither')] }
  await world.spoil(order.reference, { operation: 'disputeSubmit', action: 'cut', when: 'after' })
  expect(await desk().submit(submission)).toMatchObject({ type: 'unknown' })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(false)
  const other = { ...submission, reference: `${order.reference}-2` }
  expect(await desk().submit(other)).toMatchObject({ type: 'invalid' })
})

test('a defence that never arrived is still waited for', async () => {
  const { order, told } = await disputed()
  const submission = { ...order, items: [file('losing_evidence')] }
  await world.spoil(order.reference, { operation: 'disputeSubmit', action: 'cut', when: 'before' })
  expect(await desk().submit(submission)).toMatchObject({ type: 'unknown' })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(true)
  const again = { ...submission, reference: `${order.reference}-2` }
  expect(await desk().submit(again)).toMatchObject({ type: 'disputed' })
  await told('SECOND_CHARGEBACK')
})

test('documents that did not get through defend nothing, and are sent again', async () => {
  const { order } = await disputed()
  const submission = { ...order, items: [file('neither')] }
  const fault = { operation: 'disputeDocuments', action: 'cut', when: 'after' }
  await world.spoil(order.reference, fault)
  expect(await desk().submit(submission)).toEqual({ type: 'notSent' })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(true)
  expect(await desk().submit(submission)).toMatchObject({ type: 'disputed' })
})

test('a text is no document, and is refused before anything is sent', async () => {
  const { order } = await disputed()
  expect(await desk().submit({ ...order, items: [file('x', 'text/plain')] })).toMatchObject({
    type: 'invalid',
    detail: expect.stringContaining('PDF and JPEG'),
  })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(true)
})

test('one that is accepted is over; a lost answer to that is asked about as well', async () => {
  const { order, told } = await disputed()
  await world.spoil(order.reference, { operation: 'disputeAccept', action: 'cut', when: 'after' })
  expect(await desk().accept(order)).toMatchObject({ type: 'unknown' })
  expect(awaits(await desk().inquire(order.providerRef))).toBe(false)
  await told('DISPUTE_DEFENSE_PERIOD_ENDED')
})

test('who may not ask does not know', async () => {
  const { settings } = peer.account(sandbox.url)
  const stranger = definition.open({ settings, credential: peer.wrongCredential })
  const { order } = await disputed()
  expect(await stranger.disputes!.inquire(order.providerRef)).toEqual({
    type: 'unknown',
    because: 'serverError',
  })
})
