import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bank, TransferRequest } from '../../../src/connectors/bank.ts'
import { banks } from '../../../src/connectors/registry.ts'
import { deadUrl } from '../peer.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'
import { bankPeers, newReference } from './payer-peers.ts'

test('every provider of bank transfers has a simulator', () => {
  expect(Object.keys(bankPeers).sort()).toEqual(banks.map(({ name }) => name).sort())
})

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.each(banks)('bank $name', (definition) => {
  const peer = bankPeers[definition.name]!
  let bank: Bank
  beforeAll(() => {
    bank = definition.open(peer.account(sandbox.url))
  })

  const transferOf = (change: Partial<TransferRequest> = {}): TransferRequest => ({
    orderId: newReference('pay'),
    bank: peer.bank,
    amountMinor: 9_999,
    currency: 'PLN',
    title: 'Order 1 & <2>',
    returnUrl: `${sandbox.gateway.url}/back`,
    validUntil: new Date(Date.now() + 900_000).toISOString(),
    ...change,
  })
  const started = async (transfer = transferOf()) => {
    const outcome = await bank.start(transfer)
    if (outcome.type !== 'started') throw new Error(`not started: ${outcome.type}`)
    return { transfer, orderId: transfer.orderId, redirectUrl: outcome.redirectUrl }
  }
  const paid = async () => {
    const order = await started()
    await peer.decide(sandbox, order.redirectUrl, 'pay')
    const { transactionId } = await stands(order.orderId)
    return { ...order, transactionId: transactionId! }
  }
  const refundOf = (order: { orderId: string; transactionId: string }, amountMinor: number) => ({
    reference: newReference('refund'),
    originalReference: order.orderId,
    originalAcquirerRef: order.transactionId,
    amountMinor,
    currency: 'PLN',
  })
  const ends = (request: ReturnType<typeof refundOf>) =>
    until(async () => {
      const found = await bank.refund(request)
      return found.type === 'unknown' ? undefined : found
    })
  const spoil = (reference: string, fault: { operation?: string; [name: string]: unknown }) => {
    const { operation = 'authorize', ...more } = fault
    const called = peer.calls?.[operation] ?? operation
    const what = { provider: peer.simulator, operation: called, referencePrefix: reference }
    return sandbox.post('/faults', { ...what, times: 1, ...more })
  }
  /** How it stands once what was received is taken, where that is a step of its own. */
  const stands = async (orderId: string) => {
    const found = await bank.inquire(orderId)
    if (found.type !== 'received') return found
    await bank.take!({ orderId, amountMinor: 9_999, currency: 'PLN' })
    return bank.inquire(orderId)
  }
  const moved = async (reference: string, operation: string) =>
    (await sandbox.log(reference)).filter((row) => row.operation === operation && row.processed)

  test('an account is taken, or refused, or nobody is there', async () => {
    const account = peer.account(sandbox.url)
    expect(await definition.probe(account)).toBe('ready')
    expect(await definition.probe({ ...account, credential: peer.wrongCredential })).toBe('refused')
    expect(await definition.probe(peer.account(await deadUrl()))).toBe('silent')
  })

  test('the banks are listed, open and closed', async () => {
    const list = await bank.banks()
    expect(list.find((one) => one.bank === peer.bank)).toMatchObject({ available: true })
    expect(list.find((one) => one.bank === peer.closedBank)).toMatchObject({ available: false })
  })

  test('a transfer is paid on the page of the bank, once', async () => {
    const { orderId, redirectUrl } = await started()
    expect(await bank.inquire(orderId)).toMatchObject({ type: 'pending' })
    await peer.decide(sandbox, redirectUrl, 'pay')
    const transactionId: unknown = expect.any(String)
    expect(await stands(orderId)).toMatchObject({ type: 'paid', transactionId })
    expect(await moved(orderId, 'authorize')).toHaveLength(1)
  })

  test('a payer declines', async () => {
    const { orderId, redirectUrl } = await started()
    await peer.decide(sandbox, redirectUrl, 'decline')
    const type = peer.isVague ? 'pending' : 'declined'
    expect(await bank.inquire(orderId)).toMatchObject({ type })
    expect(await moved(orderId, 'authorize')).toEqual([])
  })

  test('a closed bank, a wrong key and a dead line begin nothing', async () => {
    const closed = await bank.start(transferOf({ bank: peer.closedBank }))
    expect(closed).toMatchObject({ type: 'refused', detail: expect.any(String) })
    const account = { ...peer.account(sandbox.url), credential: peer.wrongCredential }
    expect(await definition.open(account).start(transferOf())).toMatchObject({ type: 'refused' })
    const away = definition.open(peer.account(await deadUrl()))
    expect(await away.start(transferOf())).toEqual({ type: 'notSent' })
  })

  test.each(['cut', 'garbage', 'empty', 'huge', 'http500'])(
    'the answer to a start is lost (%s): asking finds it, and another start can be paid once',
    async (action) => {
      const transfer = transferOf()
      await spoil(transfer.orderId, { action, when: 'after' })
      expect(await bank.start(transfer)).toEqual({ type: 'unknown' })
      expect(await bank.inquire(transfer.orderId)).toMatchObject({ type: 'pending' })
      const { redirectUrl } = await started(transfer)
      await peer.decide(sandbox, redirectUrl, 'pay')
      expect(await stands(transfer.orderId)).toMatchObject({ type: 'paid' })
      expect(await moved(transfer.orderId, 'authorize')).toHaveLength(1)
    },
  )

  test('the answer to a start is late: asking finds it', async () => {
    const transfer = transferOf()
    await spoil(transfer.orderId, { action: 'slow', when: 'after', delayMs: TIMEOUT_MS * 2 })
    expect(await bank.start(transfer)).toEqual({ type: 'unknown' })
    expect(await bank.inquire(transfer.orderId)).toMatchObject({ type: 'pending' })
  })

  test('a start that was lost on its way is not found, and is closed', async () => {
    const transfer = transferOf()
    await spoil(transfer.orderId, { action: 'cut' })
    expect(await bank.start(transfer)).toEqual({ type: 'unknown' })
    expect(await bank.inquire(transfer.orderId)).toEqual({ type: 'notFound' })
    expect(await bank.cancel(transfer.orderId)).toMatchObject({ type: 'cancelled' })
  })

  test('a question that is not answered learns nothing', async () => {
    const { orderId } = await started()
    await spoil(orderId, { operation: 'inquire', action: 'http500' })
    expect(await bank.inquire(orderId)).toEqual({ type: 'unknown' })
    await spoil(orderId, { operation: 'reverse', action: 'garbage' })
    expect(await bank.cancel(orderId)).toEqual({ type: 'unknown' })
  })

  test('a transfer is closed, as often as wanted, unless the payer was faster', async () => {
    const { orderId } = await started()
    expect(await bank.cancel(orderId)).toMatchObject({ type: 'cancelled' })
    expect(await bank.cancel(orderId)).toMatchObject({ type: 'cancelled' })
    expect(await bank.cancel((await paid()).orderId)).toMatchObject({ type: 'paid' })
  })

  test('money goes back in parts, each once, and never more than was paid', async () => {
    const order = await paid()
    const refund = refundOf(order, 6_000)
    expect(await ends(refund)).toEqual({ type: 'completed' })
    expect(await ends(refund)).toEqual({ type: 'completed' })
    expect(await bank.inquireRefund(refund)).toEqual({ type: 'completed' })
    expect(await moved(refund.reference, 'refund')).toHaveLength(1)
    expect(await ends(refundOf(order, 6_000))).toMatchObject({ type: 'rejected' })
  })

  test('a refund whose answer is lost is one, however often it is sent', async () => {
    const refund = refundOf(await paid(), 4_000)
    await spoil(refund.reference, { operation: 'refund', action: 'cut', when: 'after' })
    expect(await bank.refund(refund)).toEqual({ type: 'unknown' })
    expect(await ends(refund)).toEqual({ type: 'completed' })
    expect(await moved(refund.reference, 'refund')).toHaveLength(1)
  })

  test('a refund that was lost on its way is not found', async () => {
    const refund = refundOf(await paid(), 4_000)
    await spoil(refund.reference, { operation: 'refund', action: 'cut' })
    expect(await bank.refund(refund)).toEqual({ type: 'unknown' })
    expect(await bank.inquireRefund(refund)).toEqual({ type: 'notFound' })
    expect(await moved(refund.reference, 'refund')).toEqual([])
  })
})
