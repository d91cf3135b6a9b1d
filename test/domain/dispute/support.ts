import type { Message } from '../../../src/domain/actor/message.ts'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import type { CommandOutcome } from '../../../src/domain/actor/decision.ts'
import type { Notification } from '../../../src/domain/actor/notification.ts'
import { apply } from '../../../src/domain/dispute/apply.ts'
import type { DisputeCommand } from '../../../src/domain/dispute/commands.ts'
import { deadlines } from '../../../src/domain/dispute/deadlines.ts'
import { decide } from '../../../src/domain/dispute/decide.ts'
import type { Dispute, DisputeNames } from '../../../src/domain/dispute/dispute.ts'
import type { DisputeFacts, Move, Word } from '../../../src/domain/dispute/facts.ts'
import { postingsOf } from '../../../src/domain/dispute/postings-of.ts'
import type { Posting } from '../../../src/domain/ledger.ts'

export const DAY = 86_400_000
export const START = Date.parse('2026-03-01T12:00:00Z')

export const names: DisputeNames = {
  providerRef: 'DSP1',
  provider: 'acquirer',
  paymentId: 'pay1',
  method: 'CARD',
  merchantId: '10000001',
  currency: 'PLN',
  merchant: { name: 'Shop', notifies: true },
}

export const word = (changes: Partial<Word> = {}): Word => ({
  stage: 'CHARGEBACK',
  status: 'NEEDS_RESPONSE',
  reason: 'FRAUD',
  amountMinor: 8_000,
  at: START,
  dueBy: START + 14 * DAY,
  ...changes,
})

export const move = (moveId: string, kind: Move['kind'], amountMinor = 8_000): Move => ({
  moveId,
  kind,
  amountMinor,
  at: START,
})

/** One dispute and all that happens to it, in order. */
export function story(facts: DisputeFacts = { word: word(), moves: [move('m1', 'WITHDRAWN')] }) {
  let dispute: Dispute | undefined
  let now = START
  let count = 0
  const postings: Posting[] = []
  const told: Notification[] = []

  const take = (message: Message): CommandOutcome => {
    const { events, outcome } = decide(dispute, message, now)
    const version = (dispute?.version ?? 0) + 1
    postings.push(...postingsOf(dispute, events, now))
    const applied = apply(dispute, { version, at: now, events })
    dispute = applied.dispute
    told.push(...applied.notifications)
    return outcome
  }
  const send = (command: DisputeCommand): CommandOutcome => {
    const id = `cmd/c${String((count += 1))}aaaaaaa`
    return take({ type: 'command', id, command, actor: 'gateway', requestId: 'r' })
  }
  const report = (said: DisputeFacts) =>
    send({ name: 'report', disputeId: 'd1', names, facts: said })
  report(facts)

  return {
    send,
    report,
    answer: (outcome: Outcome): CommandOutcome => {
      const call = dispute!.calls[0]!
      return take({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome })
    },
    /** Time goes on, and what falls due on the way happens. */
    pass: (ms: number, asked?: Outcome): string[] => {
      const end = now + ms
      const names: string[] = []
      for (;;) {
        const [next] = deadlines(dispute!)
        if (!next || next.at > end) break
        now = Math.max(now, next.at)
        take({ type: 'due', id: `due/${next.name}/${String(next.at)}`, ...next })
        names.push(next.name)
        const call = dispute!.calls[0]
        if (call && asked)
          take({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome: asked })
      }
      now = end
      return names
    },
    get dispute() {
      return dispute!
    },
    get types() {
      return told.map(({ body }) => (JSON.parse(body) as { disputeEvent: string }).disputeEvent)
    },
    /** Sums by account. */
    get books(): Record<string, number> {
      const sums: Record<string, number> = {}
      for (const { account, amountMinor } of postings)
        sums[account] = (sums[account] ?? 0) + amountMinor
      return sums
    },
  }
}

export const evidence = (kind: 'receipt' | 'shipping_proof' = 'receipt', ref = 'ref1') => ({
  kind,
  ref,
  mediaType: 'text/plain' as const,
  size: 3,
  sha256: 'abc',
})
