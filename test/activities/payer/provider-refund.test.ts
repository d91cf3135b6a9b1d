import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Deps } from '../../../activities/deps.ts'
import { createProviderRefundActivities } from '../../../activities/payer/provider-refund.ts'
import { bank as autopay } from '../../../src/connectors/autopay/definition.ts'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import type { CallRequest } from '../../../src/domain/actor/call-request.ts'
import { createLog } from '../../../src/process/log.ts'
import { createMetrics } from '../../../src/process/metrics.ts'
import { bankPeers, newReference } from '../../connectors/conformance/payer-peers.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const peer = bankPeers['autopay']!

/** An order at Autopay that was paid and paid back already: it gives nothing back any more. */
async function paidBack() {
  const bank = autopay.open(peer.account(sandbox.url))
  const orderId = newReference('pay')
  const money = { amountMinor: 9_999, currency: 'PLN' }
  const started = await bank.start({
    orderId,
    bank: peer.bank,
    ...money,
    title: 'Order',
    returnUrl: `${sandbox.url}/back`,
    validUntil: new Date(Date.now() + 900_000).toISOString(),
  })
  if (started.type !== 'started') throw new Error(started.type)
  await peer.decide(sandbox, started.redirectUrl, 'pay')
  const { transactionId = '' } = await bank.inquire(orderId)
  const refund = { reference: newReference('refund'), originalReference: orderId, ...money }
  const whole = { ...refund, originalAcquirerRef: transactionId }
  await until(async () => (await bank.refund(whole)).type === 'completed')
  return { bank, orderId, transactionId }
}

test('money that the provider will not send back is told, but earlier workflows wait for a yes', async () => {
  const { bank, orderId, transactionId } = await paidBack()
  const metrics = createMetrics('worker')
  const deps = { bank, metrics, log: createLog('worker', 'silent') } as unknown as Deps
  const { sendBack } = createProviderRefundActivities(deps)
  const request = {
    ownerId: 'pay',
    currency: 'PLN',
    instrument: { type: 'PBL' },
    originalAcquirerRef: transactionId,
    call: {
      kind: 'sendBack',
      reference: newReference('back'),
      originalReference: orderId,
      amountMinor: 9_999,
    },
  } as unknown as CallRequest
  const send = (given: CallRequest) =>
    new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') }).run<
      [],
      Outcome,
      () => Promise<Outcome>
    >(() => sendBack(given))
  const decided = () => until(() => send({ ...request, mayBeRefused: true }).catch(() => undefined))
  expect(await decided()).toMatchObject({ type: 'declined', rejectCode: 'INVALID_AMOUNT' })
  await expect(send(request)).rejects.toThrow('sendBack')
  const { values } = await metrics.providerContradictions.get()
  expect(values).toMatchObject([{ labels: { kind: 'money_not_sent_back' }, value: 1 }])
})
