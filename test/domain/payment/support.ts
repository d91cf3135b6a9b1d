import { expect } from 'vitest'
import type { Decision, Wall } from '../../../src/domain/actor/decision.ts'
import type { Message } from '../../../src/domain/actor/message.ts'
import { apply } from '../../../src/domain/payment/apply.ts'
import type { Entry } from '../../../src/domain/actor/entry.ts'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import type { CreatePayment, PaymentCommand } from '../../../src/domain/payment/commands.ts'
import type { DeadlineName } from '../../../src/domain/payment/deadline-name.ts'
import { deadlines } from '../../../src/domain/payment/deadlines.ts'
import { decide } from '../../../src/domain/payment/decide.ts'
import type { Event } from '../../../src/domain/payment/events.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { statusOfPhase } from '../../../src/domain/payment/phase.ts'

export const START = 1_700_000_000_000
export const DAY = 86_400_000
const letters = 'abcdefghijklmnopqrstuvwxyz'

export const cardInstrument = {
  type: 'CARD',
  vaultRef: 'v',
  cardMask: '400000******1000',
  organization: 'VISA',
  fingerprint: 'f',
  secretOwner: 'api-one',
} as const

export function createCommand(changes: Partial<CreatePayment> = {}): CreatePayment {
  return {
    name: 'create',
    paymentId: 'pppppppppppppppppppppppppp',
    merchantId: 'shop',
    channel: 'WEBAPI',
    method: 'CARD',
    merchant: {
      name: 'Shop',
      mcc: '5999',
      country: 'PL',
      holdMs: 30 * DAY,
      refundWindowMs: 90 * DAY,
      withoutAuthentication: 'proceed',
      cvvForTokens: false,
      notifies: true,
    },
    customer: { email: 'payer@example.com' },
    device: { browser: { language: 'pl' } },
    order: { amountMinor: 10_000, currency: 'PLN', extOrderId: 'order' },
    options: { transKind: 'AUTH', validTime: 1800 },
    instrument: cardInstrument,
    subpayments: [],
    ...changes,
  }
}

export const preauth = { options: { transKind: 'PREAUTH', validTime: 1800 } } as const

/** Drives one payment as its workflow would, but in memory. */
export class Story {
  payment: Payment | undefined
  now = START
  history: Event[] = []
  /** The journal, line by line. */
  entries: Entry<Event>[] = []
  #count = 0
  #calls = new Set<string>()

  static of(changes: Partial<CreatePayment> = {}): Story {
    const story = new Story()
    story.command(createCommand(changes))
    return story
  }

  /** A sale (or a hold) that has been approved. */
  static completed(changes: Partial<CreatePayment> = {}): Story {
    return Story.of(changes)
      .answer({ type: 'notEnrolled' })
      .answer({ type: 'approved', authCode: 'A1' })
  }

  command(command: PaymentCommand, options: { wall?: Wall; notAfter?: number } = {}): this {
    this.#count += 1
    const id = `cmd/${letters[this.#count % 26] ?? 'z'}${'command'.repeat(3)}${letters[Math.floor(this.#count / 26)] ?? ''}`
    const { notAfter } = options
    this.take(
      {
        type: 'command',
        id,
        command,
        actor: 'gateway',
        requestId: 'r',
        ...(notAfter !== undefined && { notAfter }),
      },
      options.wall,
    )
    return this
  }

  /** The world answers the call that is under way. */
  answer(outcome: Outcome, wall?: Wall): this {
    const [call] = this.state.calls
    if (!call) throw new Error(`no call is under way in ${this.state.phase}`)
    this.take({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome }, wall)
    return this
  }

  /** Time passes up to and including the named deadline. */
  until(name: DeadlineName): this {
    const due = deadlines(this.state).find((deadline) => deadline.name === name)
    if (!due) throw new Error(`no ${name} in ${this.state.phase}`)
    this.now = Math.max(this.now, due.at)
    this.take({ type: 'due', id: `due/${name}/${due.at}`, name, at: due.at })
    return this
  }

  take(message: Message, wall?: Wall): Decision<Event> {
    this.now += 1
    const decision = decide(this.payment, message, this.now, wall)
    this.#expectNewCalls(decision.events)
    const version = (this.payment?.version ?? 0) + 1
    const entry = { version, at: this.now, events: decision.events }
    this.payment = apply(this.payment, entry).payment
    this.entries.push(entry)
    this.history.push(...decision.events)
    this.last = decision
    return decision
  }

  /** The workflow makes each call once, by its id: one that is named again would never be made. */
  #expectNewCalls(events: Event[]): void {
    for (const { call } of events) {
      if (!call) continue
      expect(this.#calls, `${call.id} was made before`).not.toContain(call.id)
      this.#calls.add(call.id)
    }
  }

  last: Decision<Event> = { events: [], outcome: { accepted: true } }

  get state(): Payment {
    if (!this.payment) throw new Error('no payment yet')
    return this.payment
  }

  get status() {
    return statusOfPhase[this.state.phase]
  }

  get call() {
    return this.state.calls[0]
  }

  refusedWith(code: string): this {
    expect(this.last.outcome).toEqual({ accepted: false, code })
    expect(this.last.events).toEqual([])
    return this
  }

  accepted(): this {
    expect(this.last.outcome.accepted).toBe(true)
    return this
  }

  ends(status: string, rejectCode?: string): this {
    expect([this.status, this.state.rejectCode]).toEqual([status, rejectCode])
    return this
  }
}

export const NOW = START + 60_000
export const COMMAND_ID = 'abcdefghijklmnopqrstuvwxyz'

/** What a payment makes of a command, without anything that came before. */
export const ask = (
  payment: Payment | undefined,
  command: PaymentCommand,
  options: { wall?: Wall; notAfter?: number } = {},
): Decision<Event> =>
  decide(
    payment,
    {
      type: 'command',
      id: `cmd/${COMMAND_ID}`,
      command,
      actor: 'gateway',
      requestId: 'request',
      ...(options.notAfter !== undefined && { notAfter: options.notAfter }),
    },
    NOW,
    options.wall,
  )

export const refused = (code: string) => ({ events: [], outcome: { accepted: false, code } })
