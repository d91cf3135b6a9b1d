import { describe, expect, test } from 'vitest'
import { createBank } from '../../src/connectors/bank/index.ts'
import { createBlik } from '../../src/connectors/blik/index.ts'
import { deadUrl, faults, json, startPeer } from './peer.ts'

const peer = await startPeer(json(200, {}))
const nowhere = await deadUrl()
const refund = { reference: 'pay-1', originalReference: 'pay-0', amountMinor: 5, currency: 'PLN' }

describe.each([
  ['BLIK', createBlik],
  ['the banks', createBank],
])('a refund through %s', (_name, create) => {
  const provider = create({ url: peer.url, key: 'key', timeoutMs: 30_000 })
  const hasty = create({ url: peer.url, key: 'key', timeoutMs: 500 })
  const dead = create({ url: nowhere, key: 'key', timeoutMs: 30_000 })

  test('is completed', async () => {
    peer.respond = json(200, { reference: 'pay-1', status: 'COMPLETED' })
    expect(await provider.refund(refund)).toEqual({ type: 'completed' })
    expect(peer.received.at(-1)).toMatchObject({ path: '/refunds', body: refund })
    expect(await provider.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'completed',
    })
    expect(peer.received.at(-1)?.path).toBe('/refunds/pay-1')
  })

  test.each([
    [{ reason: 'INSUFFICIENT_FUNDS' }, 'INSUFFICIENT_FUNDS', 'reason INSUFFICIENT_FUNDS'],
    [{ reason: 'SOMETHING' }, 'DECLINED', 'reason SOMETHING'],
    [{}, 'DECLINED', 'reason not given'],
  ])('is rejected with %j', async (more, rejectCode, detail) => {
    peer.respond = json(200, { reference: 'pay-1', status: 'REJECTED', ...more })
    expect(await provider.refund(refund)).toEqual({ type: 'rejected', rejectCode, detail })
    expect(await provider.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'rejected',
      rejectCode,
      detail,
    })
  })

  test('is rejected by a definite HTTP refusal', async () => {
    peer.respond = json(422, { error: 'unknown_original' })
    const detail = 'refused with 422 unknown_original'
    const rejected = { type: 'rejected', rejectCode: 'SYSTEM_ERROR', detail }
    expect(await provider.refund(refund)).toEqual(rejected)
    expect(await provider.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'unknown',
    })
  })

  test('that was never seen is not found', async () => {
    peer.respond = json(404, { error: 'not_found' })
    expect(await provider.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'notFound',
    })
  })

  test.each(Object.entries(faults))('with %s is unknown', async (_fault, respond) => {
    peer.respond = respond
    expect(await hasty.refund(refund)).toEqual({ type: 'unknown' })
    expect(await hasty.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'unknown',
    })
  })

  test('that never left is not sent', async () => {
    expect(await dead.refund(refund)).toEqual({ type: 'notSent' })
    expect(await dead.inquireRefund({ reference: 'pay-1', originalReference: 'pay' })).toEqual({
      type: 'unknown',
    })
  })
})
