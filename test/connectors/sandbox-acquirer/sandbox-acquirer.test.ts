import { describe, expect, test } from 'vitest'
import { createAcquirer } from '../../../src/connectors/sandbox-acquirer/index.ts'
import type { Acquirer, AuthorizeRequest } from '../../../src/connectors/acquirer.ts'
import { deadUrl, faults, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const acquirer = createAcquirer({ url: peer.url, key: 'key', timeoutMs: 1_000 })
const decided = (responseCode: string, more: object = {}) =>
  json(200, { reference: 'pay-1', responseCode, ...more })

const sale: AuthorizeRequest = {
  reference: 'pay-1',
  kind: 'SALE',
  amountMinor: 9999,
  currency: 'PLN',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
  card: { number: '4000000000001000', expDate: '203012', cvv: '123' },
  initiator: 'CUSTOMER',
}
const followUp = {
  reference: 'pay-1',
  originalReference: 'pay-0',
  amountMinor: 500,
  currency: 'PLN',
}
const known = { ...followUp, originalAcquirerRef: 'ARN1' }
const operations: Record<string, (acquirer: Acquirer) => Promise<unknown>> = {
  authorize: (it) => it.authorize(sale),
  capture: (it) => it.capture(known),
  adjust: (it) => it.adjust(known),
  refund: (it) => it.refund(known),
  reverse: (it) => it.reverse({ ...known, reason: 'CANCEL' }),
}

describe.each(Object.entries(operations))('%s', (name, operate) => {
  test('is posted as it is to its own path', async () => {
    peer.respond = decided('00')
    await operate(acquirer)
    expect(peer.received.at(-1)).toMatchObject({ method: 'POST', path: `/${name}` })
    expect(peer.received.at(-1)?.body).toEqual(
      name === 'authorize'
        ? sale
        : { ...followUp, ...(name === 'reverse' && { reason: 'CANCEL' }) },
    )
  })

  test('approved carries what the acquirer gave', async () => {
    const given = { authCode: 'A1', acquirerRef: 'R1', networkTransactionId: 'N1' }
    peer.respond = decided('00', given)
    expect(await operate(acquirer)).toEqual({ type: 'approved', ...given })
  })

  test.each(Object.entries(faults))('%s leaves the outcome unknown', async (fault, respond) => {
    peer.respond = respond
    const because = fault.startsWith('an error 5') ? 'serverError' : 'noAnswer'
    expect(await operate(acquirer)).toEqual({ type: 'unknown', because })
  })

  test.each(['94', '68', '77'])('answered %s must be asked about', async (responseCode) => {
    peer.respond = decided(responseCode)
    expect(await operate(acquirer)).toEqual({ type: 'unknown', because: 'noAnswer' })
  })

  test('a definite HTTP refusal is a decline of ours to explain', async () => {
    peer.respond = json(400, { error: 'bad_request' })
    const detail = 'refused with 400 bad_request'
    const declined = { type: 'declined', rejectCode: 'SYSTEM_ERROR', detail }
    expect(await operate(acquirer)).toEqual(declined)
  })

  test('is not sent when nothing listens', async () => {
    const dead = createAcquirer({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 })
    expect(await operate(dead)).toEqual({ type: 'notSent' })
  })
})

describe('an authorisation', () => {
  test.each([
    ['05', 'DO_NOT_HONOUR'],
    ['51', 'INSUFFICIENT_FUNDS'],
    ['N7', 'CVV_MISMATCH'],
    ['43', 'CARD_BLOCKED'],
    ['21', 'NO_ACTION'],
  ])('answered %s is declined as %s', async (responseCode, rejectCode) => {
    peer.respond = decided(responseCode)
    const detail = `response code ${responseCode}`
    expect(await acquirer.authorize(sale)).toEqual({ type: 'declined', rejectCode, detail })
  })

  test.each(['65', '1A'])('answered %s asks for strong authentication', async (responseCode) => {
    peer.respond = decided(responseCode)
    const detail = `response code ${responseCode}`
    expect(await acquirer.authorize(sale)).toEqual({ type: 'softDeclined', detail })
    const capture = await acquirer.capture(followUp)
    expect(capture).toEqual({ type: 'declined', rejectCode: 'SCA_REQUIRED', detail })
  })

  test('answered 10 is approved in part', async () => {
    peer.respond = decided('10', { approvedAmountMinor: 4000 })
    expect(await acquirer.authorize(sale)).toEqual({ type: 'partial', approvedAmountMinor: 4000 })
  })
})

describe.each(['authorize', 'capture', 'adjust', 'refund'] as const)('%s', (name) => {
  const operate = () => operations[name]!(acquirer)
  const asked = name === 'authorize' ? sale.amountMinor : followUp.amountMinor

  test.each([0, asked - 1, asked + 1])('approved for %s is never the full sum', async (minor) => {
    peer.respond = decided('00', { approvedAmountMinor: minor })
    expect(await operate()).toEqual({ type: 'partial', approvedAmountMinor: minor })
    peer.respond = decided('10', { approvedAmountMinor: minor })
    expect(await operate()).toEqual({ type: 'partial', approvedAmountMinor: minor })
  })

  test('approved for what was asked is approved', async () => {
    peer.respond = decided('00', { approvedAmountMinor: asked })
    expect(await operate()).toEqual({ type: 'approved' })
  })

  test('found for another sum is that, and under a code that nobody knows is to be undone', async () => {
    const inquire = () => acquirer.inquire({ reference: 'pay-1', amountMinor: asked })
    peer.respond = decided('00', { operation: name, approvedAmountMinor: 1 })
    expect(await inquire()).toEqual({
      type: 'found',
      outcome: { type: 'partial', approvedAmountMinor: 1 },
    })
    peer.respond = decided('77', { operation: name })
    expect(await inquire()).toEqual({ type: 'notFound' })
  })
})

test('a reversal in part is not acknowledged', async () => {
  peer.respond = decided('10', { approvedAmountMinor: 1 })
  const outcome = await acquirer.reverse({ ...followUp, reason: 'TIMEOUT' })
  expect(outcome).toEqual({ type: 'unknown', because: 'noAnswer' })
})

test.each(['00', '21', '25'])('a reversal answered %s is acknowledged', async (responseCode) => {
  peer.respond = decided(responseCode)
  const outcome = await acquirer.reverse({ ...followUp, reason: 'TIMEOUT' })
  expect(outcome).toEqual({ type: 'approved' })
})

describe('an inquiry', () => {
  test('finds what became of the operation, read as that operation', async () => {
    peer.respond = decided('00', { operation: 'authorize', authCode: 'A1' })
    const approved = { type: 'approved', authCode: 'A1' }
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({
      type: 'found',
      outcome: approved,
    })
    expect(peer.received.at(-1)?.path).toBe('/operations/pay-1')

    peer.respond = decided('25', { operation: 'reverse' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toMatchObject({
      outcome: { type: 'approved' },
    })
    peer.respond = decided('25', { operation: 'refund' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toMatchObject({
      outcome: { type: 'declined' },
    })
    peer.respond = decided('1A', { operation: 'authorize' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toMatchObject({
      outcome: { type: 'softDeclined' },
    })
  })

  test('believes "not found" only from the acquirer itself', async () => {
    peer.respond = json(404, { error: 'not_found' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'notFound' })
    peer.respond = json(404, { error: 'no_route' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'unknown' })
    peer.respond = json(401, { error: 'not_found' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'unknown' })
  })

  test.each(Object.entries(faults))('with %s learns nothing', async (_name, fault) => {
    peer.respond = fault
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'unknown' })
  })

  test('whose own record says that the issuer was too late finds nothing that may stand', async () => {
    peer.respond = decided('68', { operation: 'authorize' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'notFound' })
  })

  test('answered 94 once more, or never sent, learns nothing', async () => {
    peer.respond = decided('94', { operation: 'authorize' })
    expect(await acquirer.inquire({ reference: 'pay-1' })).toEqual({ type: 'unknown' })
    const dead = createAcquirer({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 })
    expect(await dead.inquire({ reference: 'pay-1' })).toEqual({ type: 'unknown' })
  })
})

describe('settlement', () => {
  test('a batch is closed by its id', async () => {
    peer.respond = json(200, { batchId: 'b/1', fileId: 'F1', total: 2 })
    expect(await acquirer.closeSettlement('b/1')).toEqual({ fileId: 'F1', total: 2 })
    expect(peer.received.at(-1)?.body).toEqual({ batchId: 'b/1' })
  })

  test('its lines come page by page', async () => {
    const line = {
      line: 1,
      reference: 'pay-1',
      operation: 'capture',
      amountMinor: 500,
      currency: 'PLN',
    }
    peer.respond = json(200, { fileId: 'F1', total: 1, lines: [line] })
    const page = await acquirer.settlementLines('b/1', 0, 200)
    expect(page).toEqual({ fileId: 'F1', total: 1, lines: [line] })
    expect(peer.received.at(-1)?.path).toBe('/settlements/b%2F1/lines?after=0&limit=200')
  })

  test.each(Object.entries(faults))('%s is an error, to be tried again', async (_name, fault) => {
    peer.respond = fault
    await expect(acquirer.closeSettlement('b/1')).rejects.toThrow('closing the settlement batch')
    await expect(acquirer.settlementLines('b/1', 0, 200)).rejects.toThrow('settlement lines')
  })
})
