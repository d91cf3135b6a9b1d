import { describe, expect, test } from 'vitest'
import { createTokenServices, parseLifecycle } from '../../../src/connectors/tokens/index.ts'
import { deadUrl, faults, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const { vts, scof } = createTokenServices({ url: peer.url, key: 'key', timeoutMs: 1_000 })
const dead = createTokenServices({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 }).vts

const request = { reference: 'tok-1', number: '4000000000001000', expDate: '203012' }
const details = {
  instrumentRef: 'ref-1',
  last4: '1000',
  expDate: '203012',
  visuals: [
    { visualId: 'v1', type: 'cardArt', contentType: 'image/svg+xml', width: 320, height: 200 },
  ],
}
const purchase = { reference: 'pay-1', amountMinor: 5, currency: 'PLN' }

describe('provisioning', () => {
  test('gives a token, and its inquiry the same', async () => {
    peer.respond = json(200, { reference: 'tok-1', status: 'ACTIVE', ...details })
    expect(await vts.provision(request)).toEqual({ type: 'provisioned', ...details })
    expect(peer.received.at(-1)).toMatchObject({ path: '/vts/tokens', body: request })
    expect(await scof.inquireProvision('tok-1')).toEqual({ type: 'provisioned', ...details })
    expect(peer.received.at(-1)?.path).toBe('/scof/references/tok-1')
  })

  test('may be refused by the network', async () => {
    peer.respond = json(200, { reference: 'tok-1', status: 'REFUSED', reason: 'CARD_BLOCKED' })
    const refused = { type: 'refused', rejectCode: 'DECLINED', detail: 'reason CARD_BLOCKED' }
    expect(await vts.provision(request)).toEqual(refused)
    expect(await vts.inquireProvision('tok-1')).toEqual(refused)
  })

  test('may be refused as a request', async () => {
    peer.respond = json(400, { error: 'bad_request' })
    const detail = 'refused with 400 bad_request'
    const refused = { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail }
    expect(await vts.provision(request)).toEqual(refused)
  })
})

test('a cryptogram belongs to one purchase', async () => {
  const issued = { number: '4999000000001000', expDate: '203012', cryptogram: 'TAVV', eci: '05' }
  peer.respond = json(200, issued)
  expect(await vts.cryptogram('ref-1', purchase)).toEqual({ type: 'issued', ...issued })
  const path = '/vts/tokens/ref-1/cryptograms'
  expect(peer.received.at(-1)).toMatchObject({ path, body: purchase })
})

test.each([
  [409, 'token_not_usable'],
  [404, 'not_found'],
])('a token refused with %i is not usable', async (status, error) => {
  peer.respond = json(status, { error })
  expect(await vts.cryptogram('ref-1', purchase)).toEqual({ type: 'notUsable' })
})

test('the state of a token is told', async () => {
  peer.respond = json(200, { status: 'SUSPENDED', ...details })
  expect(await vts.state('ref-1')).toEqual({ type: 'found', status: 'SUSPENDED', ...details })
})

test('a token is discarded', async () => {
  peer.respond = json(200, { instrumentRef: 'ref-1', status: 'DISCARDED' })
  expect(await vts.discard('ref-1')).toEqual({ type: 'discarded' })
  expect(peer.received.at(-1)?.path).toBe('/vts/tokens/ref-1/discard')
})

test('a visual is fetched by its name', async () => {
  const visual = {
    visualId: 'v1',
    contentType: 'image/svg+xml',
    width: 320,
    height: 200,
    data: 'PHN2Zy8+',
  }
  peer.respond = json(200, visual)
  expect(await vts.visual('ref-1', 'v1')).toEqual({ type: 'found', visual })
  expect(peer.received.at(-1)?.path).toBe('/vts/tokens/ref-1/visuals/v1')
})

test('what the network does not know is not found', async () => {
  peer.respond = json(404, { error: 'not_found' })
  expect(await vts.inquireProvision('tok-1')).toEqual({ type: 'notFound' })
  expect(await vts.state('ref-1')).toEqual({ type: 'notFound' })
  expect(await vts.discard('ref-1')).toEqual({ type: 'notFound' })
  expect(await vts.visual('ref-1', 'v1')).toEqual({ type: 'notFound' })
})

test('a name that would climb out of its path asks nobody', async () => {
  peer.received.length = 0
  expect(await vts.visual('ref-1', '..')).toEqual({ type: 'notFound' })
  expect(await vts.state('..')).toEqual({ type: 'notFound' })
  expect(await vts.discard('')).toEqual({ type: 'notFound' })
  expect(await vts.cryptogram('.', purchase)).toEqual({ type: 'notUsable' })
  expect(peer.received).toHaveLength(0)
})

test.each(Object.entries(faults))('%s leaves the outcome unknown', async (_name, fault) => {
  peer.respond = fault
  const outcomes = await Promise.all([
    vts.provision(request),
    vts.inquireProvision('tok-1'),
    vts.cryptogram('ref-1', purchase),
    vts.state('ref-1'),
    vts.discard('ref-1'),
    vts.visual('ref-1', 'v1'),
  ])
  expect(outcomes.map(({ type }) => type)).toEqual(Array(6).fill('unknown'))
})

test('what never left is not sent', async () => {
  expect(await dead.provision(request)).toEqual({ type: 'notSent' })
  expect(await dead.cryptogram('ref-1', purchase)).toEqual({ type: 'notSent' })
  expect(await dead.discard('ref-1')).toEqual({ type: 'notSent' })
  expect(await dead.state('ref-1')).toEqual({ type: 'unknown' })
})

test('a lifecycle message is read only when it is one', () => {
  const change = { service: 'vts', instrumentRef: 'ref-1', status: 'SUSPENDED', eventId: 'event-1' }
  const message = { ...change, occurredAt: '2026-03-01T10:00:00Z' }
  expect(parseLifecycle(message)).toEqual({ ...change, occurredAt: Date.UTC(2026, 2, 1, 10) })
  expect(parseLifecycle(change)).toBeUndefined()
  expect(parseLifecycle({ ...message, eventId: undefined })).toBeUndefined()
  expect(parseLifecycle({ ...message, service: 'amex' })).toBeUndefined()
  expect(parseLifecycle({ ...message, status: 'LOST' })).toBeUndefined()
  expect(parseLifecycle(null)).toBeUndefined()
  const renewed = { ...message, status: 'RENEWED', last4: '4321', expDate: '203112' }
  const { occurredAt } = parseLifecycle(message)!
  expect(parseLifecycle(renewed)).toEqual({ ...renewed, occurredAt })
  for (const wrong of [{ last4: undefined }, { last4: '43211' }, { expDate: '203113' }])
    expect(parseLifecycle({ ...renewed, ...wrong })).toBeUndefined()
})
