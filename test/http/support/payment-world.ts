import type { Call, Outcome } from '../../../src/domain/actor/call.ts'
import type { CommandOutcome, Decision } from '../../../src/domain/actor/decision.ts'
import { apply } from '../../../src/domain/payment/apply.ts'
import type { PaymentCommand } from '../../../src/domain/payment/commands.ts'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import { decide } from '../../../src/domain/payment/decide.ts'
import type { Event } from '../../../src/domain/payment/events.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { chargingPhases, statusOfPhase } from '../../../src/domain/payment/phase.ts'
import type { Message } from '../../../src/domain/actor/message.ts'
import type { Gateway, Meta } from '../../../src/gateway/gateway.ts'
import type { Balance, PaymentReads } from '../../../src/postgres/payments.ts'

type Answers = Partial<Record<Call['kind'], Outcome>>

/** How the providers answer unless a test says otherwise; a kind that is missing never answers. */
const usual: Answers = {
  route: { type: 'routed', choice: { others: 0, accounts: [] } },
  authenticate: { type: 'notEnrolled' },
  authorize: { type: 'approved', authCode: '123456', networkTransactionId: 'network-1' },
  capture: { type: 'approved' },
  adjust: { type: 'approved' },
  refund: { type: 'approved' },
  reverse: { type: 'approved' },
  bankStart: { type: 'pending', redirectUrl: 'https://bank.example/pay' },
}

/**
 * Payments in memory, ruled by the real domain: each command is decided, each call to a provider
 * answered at once. What an endpoint does with that is what its tests look at.
 */
export function createPaymentWorld() {
  const payments = new Map<string, Payment>()
  /** A challenge that is over is still asked for. */
  const challenged = new Map<string, string>()
  const ends = new Map<string, { outcome: CommandOutcome; bodyHash: string | undefined }>()
  const fired: { id: string; version: number; name: string }[] = []
  const sent: { command: PaymentCommand; meta: Meta }[] = []
  let answers: Answers = usual
  let balances: Balance[] = []

  const commit = (id: string, message: Message): Decision<Event> => {
    const before = payments.get(id)
    const at = Date.now() + (before?.clockOffsetMs ?? 0)
    const decision = decide(before, message, at)
    const version = (before?.version ?? 0) + 1
    const { payment } = apply(before, { version, at, events: decision.events })
    if (payment) payments.set(id, payment)
    if (payment?.challenge) challenged.set(payment.challenge.serverTransId, id)
    return decision
  }

  const answer = (id: string, outcome: Outcome): void => {
    const call = payments.get(id)?.calls[0]
    if (!call) throw new Error(`${id} waits for nobody`)
    commit(id, { type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
  }

  const settleCalls = (id: string): void => {
    for (let calls = 0; calls < 20; calls += 1) {
      const outcome = answers[payments.get(id)?.calls[0]?.kind ?? 'discardToken']
      if (!outcome) return
      answer(id, outcome)
    }
  }

  /** What falls due while the sandbox clock is moved happens on the way, in order. */
  const moveClock = (id: string): void => {
    for (let next = nextDue(id); next && payments.get(id)?.advance; next = nextDue(id)) {
      const { name, at } = next
      commit(id, { type: 'due', id: `due/${name}/${at}`, name, at })
      fired.push({ id, version: payments.get(id)!.version, name })
      settleCalls(id)
    }
  }
  const nextDue = (id: string) => deadlines(payments.get(id)!)[0]

  const take = (id: string, command: PaymentCommand, meta: Meta) => {
    const { commandId, actor, requestId, bodyHash } = meta
    const known = ends.get(commandId)
    if (!known) {
      sent.push({ command, meta })
      const message = {
        type: 'command',
        id: `cmd/${commandId}`,
        command,
        actor,
        requestId,
      } as const
      const { outcome } = commit(id, message)
      ends.set(commandId, { outcome, bodyHash })
      settleCalls(id)
      moveClock(id)
    }
    const { outcome } = known ?? ends.get(commandId)!
    const payment = payments.get(id)
    return Promise.resolve({ outcome, ...(payment && { payment }), replayed: Boolean(known) })
  }

  const noTokenizations = () => Promise.reject(new Error('payments only'))
  const gateway: Gateway = {
    create: (command, meta) => take(command.paymentId, command, meta),
    send: (payment, command, meta) => take(payment.id, command, meta),
    resend: noTokenizations,
    webhooks: { changed: noTokenizations, test: noTokenizations, resend: noTokenizations },
    reportDispute: noTokenizations,
    sendDispute: noTokenizations,
    createTokenization: noTokenizations,
    sendTokenization: noTokenizations,
  }

  const findBy = (matches: (payment: Payment) => boolean) =>
    Promise.resolve([...payments.values()].find(matches))

  const reads = {
    find: (id) => Promise.resolve(payments.get(id)),
    findByLink: (linkId) => findBy((one) => one.linkId === linkId),
    findByCharge: (merchantId, acquirerRef) =>
      findBy(
        (one) =>
          one.merchantId === merchantId &&
          one.transactions.some((made) => made.acquirerRef === acquirerRef),
      ),
    isChargeAwaited: async (merchantId, via) =>
      (await findBy(
        (one) =>
          one.merchantId === merchantId && one.via === via && chargingPhases.includes(one.phase),
      )) !== undefined,
    findByServerTransId: (id) => Promise.resolve(payments.get(challenged.get(id) ?? '')),
    search: (merchantId, _agentId, extOrderId) =>
      Promise.resolve(
        [...payments.values()]
          .filter((one) => one.merchantId === merchantId)
          .filter(({ order }) => [undefined, order.extOrderId].includes(extOrderId))
          .map(({ id }) => id),
      ),
    balances: () => Promise.resolve(balances),
    isOrderPaid: async (merchantId, extOrderId) =>
      (await findBy(
        (one) =>
          one.merchantId === merchantId &&
          one.order.extOrderId === extOrderId &&
          statusOfPhase[one.phase] === 'COMPLETED',
      )) !== undefined,
    waitForNewer: (id: string) => Promise.resolve(payments.get(id)),
    dueSince: (id, version) =>
      Promise.resolve(
        fired.filter((one) => one.id === id && one.version > version).map(({ name }) => name),
      ),
  } as Partial<PaymentReads> as PaymentReads

  return {
    gateway,
    reads,
    sent,
    answer,
    payment: (id: string): Payment => payments.get(id)!,
    put: (payment: Payment): void => void payments.set(payment.id, payment),
    /** From now on these providers answer so; a kind that is undefined never answers. */
    answerWith: (changed: { [K in Call['kind']]?: Outcome | undefined }): void => {
      answers = { ...usual, ...changed } as Answers
    },
    usually: (): void => {
      answers = usual
    },
    balance: (given: Balance[]): void => {
      balances = given
    },
  }
}

export type PaymentWorld = ReturnType<typeof createPaymentWorld>
