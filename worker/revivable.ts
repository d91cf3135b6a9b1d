import type { Client } from '@temporalio/client'
import { finished as disputeFinished } from '../src/domain/dispute/deadlines.ts'
import type { CommandMessage } from '../src/domain/actor/message.ts'
import type { Dispute } from '../src/domain/dispute/dispute.ts'
import { finished } from '../src/domain/payment/deadlines.ts'
import type { Payment } from '../src/domain/payment/payment.ts'
import { finished as tokenizationFinished } from '../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../src/domain/tokenization/tokenization.ts'
import { reviveActor } from '../src/gateway/actors.ts'
import type { ActorKind, Revival } from '../src/gateway/actors.ts'
import { disputeRevival, paymentRevival, tokenizationRevival } from '../src/gateway/revivals.ts'
import type { LatestRow } from '../src/postgres/processes/latest-rows.ts'

/** A kind of actor that can begin again from what is committed. */
export interface Revivable<S> extends ActorKind {
  isFinished(state: S): boolean
  revival(state: S): Revival
  /** The command that it is woken with, which is never carried out. */
  wake: { name: string; reason?: string }
}

export const payments: Revivable<Payment> = {
  workflow: 'payment',
  prefix: 'pay',
  isFinished: finished,
  revival: paymentRevival,
  wake: { name: 'inquire' },
}
export const tokenizations: Revivable<Tokenization> = {
  workflow: 'tokenization',
  prefix: 'tok',
  isFinished: tokenizationFinished,
  revival: tokenizationRevival,
  wake: { name: 'resume', reason: 'repair' },
}

export const disputes: Revivable<Dispute> = {
  workflow: 'dispute',
  prefix: 'dispute',
  isFinished: disputeFinished,
  revival: disputeRevival,
  wake: { name: 'inquire' },
}

/**
 * Begins again from what stands, unless it runs. Whatever was sent is asked about, and not sent again: each
 * send has its mark in the database.
 */
export async function revive<S>(
  client: Client,
  kind: Revivable<S>,
  row: LatestRow<S>,
): Promise<void> {
  const { state, firstPending } = row
  const { notificationSequence } = state as { notificationSequence: number }
  const notified = firstPending === null ? notificationSequence : firstPending - 1
  await reviveActor(client, kind.revival(state), notified, wakeOf(kind, row))
}

/** With it a workflow learns what stands; it changes nothing, because the message under its id stands too. */
export const wakeOf = <S>({ wake }: Revivable<S>, row: LatestRow<S>): CommandMessage => ({
  type: 'command',
  id: row.lastMessageId,
  command: wake,
  actor: 'gateway',
  requestId: 'repair',
})
