import type { CommandOutcome } from '../../../src/domain/actor/decision.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import type { Meta } from '../../../src/gateway/gateway.ts'
import type { Services } from '../../../src/http/services.ts'

interface Sent {
  name: string
  paymentId: string
  command: object
  meta: Meta
}

/** Payments in a map and a gateway that remembers what it was asked: for tests of the wrapper. */
export function createMemoryGateway() {
  const payments = new Map<string, Payment>()
  const sent: Sent[] = []
  const answers = new Map<string, { outcome: CommandOutcome; bodyHash: string | undefined }>()
  let nextOutcome: CommandOutcome = { accepted: true }

  const answer = (name: string, paymentId: string, command: object, meta: Meta) => {
    const known = answers.get(meta.commandId)
    if (!known) {
      sent.push({ name, paymentId, command, meta })
      answers.set(meta.commandId, { outcome: nextOutcome, bodyHash: meta.bodyHash })
    }
    const payment = payments.get(paymentId)
    const outcome = known?.outcome ?? nextOutcome
    return Promise.resolve({ outcome, ...(payment && { payment }), replayed: Boolean(known) })
  }

  return {
    sent,
    put: (payment: Payment) => payments.set(payment.id, payment),
    answerWith: (outcome: CommandOutcome) => {
      nextOutcome = outcome
    },
    gateway: {
      create: (command: { paymentId: string }, meta: Meta) =>
        answer('create', command.paymentId, command, meta),
      send: (payment: Payment, command: { name: string }, meta: Meta) =>
        answer(command.name, payment.id, command, meta),
    } as unknown as Services['gateway'],
    payments: {
      find: (id: string) => Promise.resolve(payments.get(id)),
      findByLink: (linkId: string) =>
        Promise.resolve([...payments.values()].find((payment) => payment.linkId === linkId)),
      search: (merchantId: string, _agentId: string | undefined, extOrderId: string) =>
        Promise.resolve(
          [...payments.values()]
            .filter((one) => one.merchantId === merchantId && one.order.extOrderId === extOrderId)
            .map((one) => one.id),
        ),
      balances: () => Promise.resolve([]),
      isOrderPaid: () => Promise.resolve(false),
      waitForNewer: (id: string) => Promise.resolve(payments.get(id)),
    } as unknown as Services['payments'],
  }
}
