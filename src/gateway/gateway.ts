import type { Client } from '@temporalio/client'
import {
  disputeAttributes,
  searchAttributes,
  tokenizationAttributes,
} from '../../workflows/search-attributes.ts'
import type { CommandOutcome } from '../domain/actor/decision.ts'
import type { CommandMessage } from '../domain/actor/message.ts'
import { apply as applyDispute } from '../domain/dispute/apply.ts'
import type { DisputeCommand, Report } from '../domain/dispute/commands.ts'
import { decide as decideDispute } from '../domain/dispute/decide.ts'
import type { Dispute } from '../domain/dispute/dispute.ts'
import { apply } from '../domain/payment/apply.ts'
import type { CreatePayment, PaymentCommand } from '../domain/payment/commands.ts'
import { decide } from '../domain/payment/decide.ts'
import { inMotion } from '../domain/payment/in-motion.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { apply as applyTokenization } from '../domain/tokenization/apply.ts'
import type { CreateTokenization, TokenizationCommand } from '../domain/tokenization/commands.ts'
import { decide as decideTokenization } from '../domain/tokenization/decide/index.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { inMotion as isTokenizationInMotion } from '../domain/tokenization/wants.ts'
import { createActorGateway, messageOf } from './actor-gateway.ts'
import type { Admission } from './admission.ts'
import type { ActorAnswer, ActorTraits, Meta } from './actor-gateway.ts'
import type { ActorReopening, ActorStart } from './actors.ts'
import { createActors } from './actors.ts'
import {
  disputeRevival,
  disputeSummary,
  paymentRevival,
  paymentSummary,
  tokenizationSummary,
} from './revivals.ts'
import { signalOrBegin } from './signal-or-begin.ts'
import { resendNotifications } from './resend-notifications.ts'
import type { Resendable } from './resend-notifications.ts'
import { createWebhookActors } from './webhooks.ts'
import type { WebhookActors } from './webhooks.ts'
import type { Log } from '../process/log.ts'
import type { ActorReads } from '../postgres/actor-reads.ts'
import type { PaymentReads } from '../postgres/payments.ts'
import { present } from '../domain/present.ts'

export type { Meta } from './actor-gateway.ts'
export type { Admission } from './admission.ts'
export type { Arrival } from './places.ts'

/** What was decided and committed, with the payment as it stands. */
export interface GatewayAnswer {
  outcome: CommandOutcome
  payment?: Payment
  replayed: boolean
  /** Where to look when the outcome is not known. */
  id?: string
}

export interface TokenizationAnswer {
  outcome: CommandOutcome
  tokenization?: Tokenization
  replayed: boolean
  id?: string
}

export interface DisputeAnswer {
  outcome: CommandOutcome
  dispute?: Dispute
  replayed: boolean
  id?: string
}

export interface Gateway {
  create(command: CreatePayment, meta: Meta): Promise<GatewayAnswer>
  send(payment: Payment, command: PaymentCommand, meta: Meta): Promise<GatewayAnswer>
  createTokenization(command: CreateTokenization, meta: Meta): Promise<TokenizationAnswer>
  /** A provider tells of a dispute, which begins with the first such message. */
  reportDispute(report: Report, meta: Meta): Promise<DisputeAnswer>
  sendDispute(dispute: Dispute, command: DisputeCommand, meta: Meta): Promise<DisputeAnswer>
  /** Has notifications that found their end sent once more. */
  resend(settled: readonly Resendable[]): Promise<void>
  webhooks: WebhookActors
  sendTokenization(
    tokenization: Tokenization,
    command: TokenizationCommand,
    meta: Meta,
  ): Promise<TokenizationAnswer>
}

interface GatewayOptions {
  client: Client
  payments: PaymentReads
  tokenizations: ActorReads<Tokenization>
  disputes: ActorReads<Dispute>
  log: Log
  /** In production: what is made here knows that its money is real. */
  live?: boolean
  taskQueue?: string
  /** A worker of this process shares the client's connection: the first task may come with the start. */
  eager?: boolean
  /** Bounds what is under way; without one, everything comes in. */
  admission?: Admission
}

/** The way to payments and tokenizations: commands in, what was committed out. */
export function createGateway(given: GatewayOptions): Gateway {
  const { client, payments, tokenizations, disputes, log, live = false } = given
  const { taskQueue, eager, admission } = given
  const parts = { actors: createActors(client, { taskQueue, eager }), log, admission }
  const withFacts = <C extends CreatePayment | CreateTokenization>(command: C): C =>
    live ? { ...command, merchant: { ...command.merchant, live } } : command
  const toPayment = createActorGateway<Payment>(parts, {
    prefix: 'pay',
    reads: payments,
    decide,
    inMotion,
    reopening: paymentReopening,
  })
  const toTokenization = createActorGateway<Tokenization>(parts, {
    prefix: 'tok',
    reads: tokenizations,
    decide: decideTokenization,
    inMotion: isTokenizationInMotion,
  })
  const disputeTraits: ActorTraits<Dispute> = {
    prefix: 'dispute',
    reads: disputes,
    decide: decideDispute,
    inMotion: () => false,
    reopening: (dispute, message) => ({ ...disputeRevival(dispute), message }),
  }
  const toDispute = createActorGateway<Dispute>(parts, disputeTraits)
  return {
    reportDispute: async (report, meta) =>
      withDispute(
        await signalOrBegin(parts, disputeTraits, disputeStart(messageOf(report, meta)), meta),
      ),
    sendDispute: async (dispute, command, meta) =>
      withDispute(await toDispute.send(dispute, command, meta)),
    create: async (command, meta) =>
      withPayment(await toPayment.create(paymentStart(messageOf(withFacts(command), meta)), meta)),
    send: async (payment, command, meta) =>
      withPayment(await toPayment.send(payment, command, meta)),
    resend: (settled) => resendNotifications(client, settled),
    webhooks: createWebhookActors(client),
    createTokenization: async (command, meta) => {
      const start = tokenizationStart(messageOf(withFacts(command), meta))
      return withTokenization(await toTokenization.create(start, meta))
    },
    sendTokenization: async (tokenization, command, meta) =>
      withTokenization(await toTokenization.send(tokenization, command, meta)),
  }
}

function paymentStart(message: CommandMessage<CreatePayment>): ActorStart {
  const { paymentId } = message.command
  const at = Date.now()
  const { events } = decide(undefined, message, at)
  const { payment } = apply(undefined, { version: 1, at, events })
  return {
    workflow: 'payment',
    prefix: 'pay',
    id: paymentId,
    message,
    summary: paymentSummary(message.command),
    attributes: payment ? searchAttributes(payment) : [],
  }
}

const paymentReopening = (payment: Payment, message: CommandMessage): ActorReopening => ({
  ...paymentRevival(payment),
  message,
})

/** Also for the worker, which stores the card of a payment. */
export function tokenizationStart(message: CommandMessage<CreateTokenization>): ActorStart {
  const { tokenizerId, kind, merchant } = message.command
  const at = Date.now()
  const { events } = decideTokenization(undefined, message, at)
  const { tokenization } = applyTokenization(undefined, { version: 1, at, events })
  return {
    workflow: 'tokenization',
    prefix: 'tok',
    id: tokenizerId,
    message,
    summary: tokenizationSummary({ kind, merchant }),
    attributes: tokenization ? tokenizationAttributes(tokenization) : [],
  }
}

/** Also for the worker, which finds disputes in what is settled. */
export function disputeStart(message: CommandMessage<Report>): ActorReopening {
  const { disputeId, names } = message.command
  const at = Date.now()
  const { events } = decideDispute(undefined, message, at)
  const { dispute } = applyDispute(undefined, { version: 1, at, events })
  return {
    workflow: 'dispute',
    prefix: 'dispute',
    id: disputeId,
    message,
    summary: disputeSummary(names),
    attributes: dispute ? disputeAttributes(dispute) : [],
  }
}

const withDispute = ({ state, ...answer }: ActorAnswer<Dispute>): DisputeAnswer => ({
  ...answer,
  ...present({ dispute: state }),
})

const withPayment = ({ state, ...answer }: ActorAnswer<Payment>): GatewayAnswer => ({
  ...answer,
  ...present({ payment: state }),
})

const withTokenization = ({ state, ...answer }: ActorAnswer<Tokenization>): TokenizationAnswer => ({
  ...answer,
  ...present({ tokenization: state }),
})
