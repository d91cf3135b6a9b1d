import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { CommandOutcome } from './domain/decision.ts'
import { workflowIdOf } from './domain/id.ts'
import { commandMessageId, type CommandMessage } from './domain/message.ts'
import { inWords } from './domain/money.ts'
import { apply } from './domain/payment/apply.ts'
import type { CreatePayment, PaymentCommand } from './domain/payment/commands.ts'
import { decide } from './domain/payment/decide/index.ts'
import { inMotion } from './domain/payment/in-motion.ts'
import type { Payment } from './domain/payment/payment.ts'
import { searchAttributes } from '../workflows/search-attributes.ts'
import { failpoint } from './failpoint.ts'
import type { Log } from './log.ts'
import type { CommandEnd, PaymentReads } from './postgres/payments.ts'

const OUTCOME_MS = 12_000
const PAYER_STEP_MS = 10_000
const RPC_MS = 5_000
const MAX_WAITING = 20

export interface Meta {
  commandId: string
  actor: string
  requestId: string
  /** Of a keyed request: tells a repeat from another request under the same key. */
  bodyHash?: string
  /** Without a key: the moment after which it must not happen any more. */
  notAfter?: number
  waitForPayer?: boolean
}

/** What was decided and committed, with the payment as it stands. */
export interface GatewayAnswer {
  outcome: CommandOutcome
  payment?: Payment
  replayed: boolean
}

export interface Gateway {
  create(command: CreatePayment, meta: Meta): Promise<GatewayAnswer>
  send(payment: Payment, command: PaymentCommand, meta: Meta): Promise<GatewayAnswer>
}

interface Parts {
  client: Client
  payments: PaymentReads
  log: Log
  taskQueue?: string
}

/**
 * The only file that starts or signals workflows. A command is durable when Temporal has taken it;
 * its outcome is read from the journal, so an answer never says more than what is committed.
 */
export function createGateway({ client, payments, log, taskQueue = 'payments' }: Parts): Gateway {
  const waiting = new Map<string, number>()

  async function create(command: CreatePayment, meta: Meta): Promise<GatewayAnswer> {
    const { paymentId } = command
    const message = messageOf(command, meta)
    const earlier =
      meta.bodyHash === undefined ? undefined : await payments.commandEnd(paymentId, message.id)
    if (earlier) return replay(earlier, meta)
    await failpoint('api.create.before_temporal', { key: paymentId })
    const known = await start(command, message)
    await failpoint('api.create.after_temporal_before_outcome', { key: paymentId })
    return answer(paymentId, message, meta, known)
  }

  /** True when it was there already: an earlier try, or another request under the same key. */
  async function start(command: CreatePayment, message: CommandMessage): Promise<boolean> {
    const { paymentId, order, method, merchant } = command
    const { events } = decide(undefined, message, Date.now())
    const { payment } = apply(undefined, { version: 1, at: Date.now(), events })
    try {
      await client.withDeadline(Date.now() + RPC_MS, () =>
        client.workflow.start('payment', {
          workflowId: workflowIdOf('pay', paymentId),
          taskQueue,
          args: [{ id: paymentId, mailbox: [message], notified: 0 }],
          workflowIdReusePolicy: 'REJECT_DUPLICATE',
          workflowTaskTimeout: '5s',
          staticSummary:
            `${inWords(order.amountMinor, order.currency)} · ${method} · ${merchant.name}`.slice(
              0,
              150,
            ),
          memo: { requestId: message.requestId },
          ...(payment && {
            typedSearchAttributes: new TypedSearchAttributes(searchAttributes(payment)),
          }),
        }),
      )
      return false
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return true
      // A lost answer is not a failure: the start may have happened, so its outcome is awaited.
      log.warn({ paymentId, error }, 'starting the payment was not acknowledged')
      return false
    }
  }

  async function send(
    payment: Payment,
    command: PaymentCommand,
    meta: Meta,
  ): Promise<GatewayAnswer> {
    const message = messageOf(command, meta)
    const earlier =
      meta.bodyHash === undefined ? undefined : await payments.commandEnd(payment.id, message.id)
    if (earlier) return replay(earlier, meta)
    const plain = plainRefusal(payment, message)
    if (plain) return plain
    const inLine = waiting.get(payment.id) ?? 0
    if (inLine >= MAX_WAITING) return refused('too_many_commands', payment)
    waiting.set(payment.id, inLine + 1)
    try {
      await failpoint(`api.${command.name}.before_temporal`, { key: payment.id })
      const closed = await signal(payment.id, message)
      await failpoint(`api.${command.name}.after_temporal_before_outcome`, { key: payment.id })
      if (closed) return await answerClosed(payment.id, message)
      return await answer(payment.id, message, meta, false)
    } finally {
      const left = (waiting.get(payment.id) ?? 1) - 1
      if (left === 0) waiting.delete(payment.id)
      else waiting.set(payment.id, left)
    }
  }

  /** True when the payment's workflow has closed: nothing can happen to it any more. */
  async function signal(paymentId: string, message: CommandMessage): Promise<boolean> {
    const handle = client.workflow.getHandle(workflowIdOf('pay', paymentId))
    try {
      await client.withDeadline(Date.now() + RPC_MS, () => handle.signal('command', message))
      return false
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return true
      log.warn({ paymentId, error }, 'a command was not acknowledged')
      return false
    }
  }

  async function answerClosed(paymentId: string, message: CommandMessage): Promise<GatewayAnswer> {
    const payment = await payments.find(paymentId)
    return (payment && plainRefusal(payment, message)) ?? refused('unavailable', payment)
  }

  async function answer(
    paymentId: string,
    message: CommandMessage,
    meta: Meta,
    known: boolean,
  ): Promise<GatewayAnswer> {
    const end = await payments.waitForCommandEnd(paymentId, message.id, OUTCOME_MS)
    if (!end) return known ? replayCreate(paymentId) : refused('unavailable')
    if (known && end.bodyHash !== meta.bodyHash) return refused('idempotency_key_reused')
    const settled = meta.waitForPayer && end.payment ? await payerStep(end.payment) : end.payment
    await failpoint(`api.${message.command.name}.after_outcome_before_reply`, { key: paymentId })
    return { outcome: end.outcome, replayed: known, ...(settled && { payment: settled }) }
  }

  /** The same payment made by another command id: a retry of a parent that was retried before. */
  async function replayCreate(paymentId: string): Promise<GatewayAnswer> {
    const payment = await payments.find(paymentId)
    return payment
      ? { outcome: { accepted: true }, payment, replayed: true }
      : refused('unavailable')
  }

  /** Waits until it is known what the payer has to do next, if anything. */
  async function payerStep(payment: Payment): Promise<Payment> {
    const end = Date.now() + PAYER_STEP_MS
    let current = payment
    while (inMotion(current) && Date.now() < end) {
      await payments.waitForChange(current.id, current.version, end - Date.now())
      current = (await payments.find(current.id)) ?? current
    }
    return current
  }

  return { create, send }
}

const messageOf = <C extends PaymentCommand>(command: C, meta: Meta): CommandMessage<C> => ({
  type: 'command',
  id: commandMessageId(meta.commandId),
  command,
  actor: meta.actor,
  requestId: meta.requestId,
  ...(meta.bodyHash !== undefined && { bodyHash: meta.bodyHash }),
  ...(meta.notAfter !== undefined && { notAfter: meta.notAfter }),
})

/** A refusal that the committed row already tells; it costs Temporal nothing and leaves nothing behind. */
function plainRefusal(payment: Payment, message: CommandMessage): GatewayAnswer | undefined {
  const { outcome } = decide(payment, message, Date.now() + payment.clockOffsetMs)
  return outcome.accepted ? undefined : { outcome, payment, replayed: false }
}

function replay(earlier: CommandEnd, meta: Meta): GatewayAnswer {
  if (earlier.bodyHash !== meta.bodyHash) return refused('idempotency_key_reused')
  return {
    outcome: earlier.outcome,
    replayed: true,
    ...(earlier.payment && { payment: earlier.payment }),
  }
}

const refused = (
  code: Extract<CommandOutcome, { accepted: false }>['code'],
  payment?: Payment,
): GatewayAnswer => ({
  outcome: { accepted: false, code },
  replayed: false,
  ...(payment && { payment }),
})
