import { expect } from 'vitest'
import type { Decision, Wall } from '../../../src/domain/actor/decision.ts'
import type { Entry } from '../../../src/domain/actor/entry.ts'
import type { Message } from '../../../src/domain/actor/message.ts'
import type { Notification } from '../../../src/domain/actor/notification.ts'
import type { Outcome, StoredToken } from '../../../src/domain/actor/call.ts'
import { apply } from '../../../src/domain/tokenization/apply.ts'
import type {
  CreateTokenization,
  TokenizationCommand,
} from '../../../src/domain/tokenization/commands.ts'
import { deadlines, finished } from '../../../src/domain/tokenization/deadlines.ts'
import { decide } from '../../../src/domain/tokenization/decide/index.ts'
import type { TokenizationEvent } from '../../../src/domain/tokenization/events.ts'
import type { Tokenization } from '../../../src/domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../../src/domain/tokenization/phase.ts'
import { wants } from '../../../src/domain/tokenization/wants.ts'
import { cardInstrument, createCommand as createPayment, START } from '../payment/support.ts'

export const cof: StoredToken = {
  type: 'COF',
  instrumentNo: 'numbernumber',
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
}
export const vts: StoredToken = {
  type: 'VTS',
  instrumentRef: 'vts_ref',
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
  visuals: [{ visualId: 'art', type: 'digitalCardArt', width: 320, height: 202 }],
}
export const network = { kind: 'NETWORK' } as const

export function createCommand(changes: Partial<CreateTokenization> = {}): CreateTokenization {
  return {
    name: 'create',
    tokenizerId: 'tttttttttttttttttttttttttt',
    kind: 'COF',
    merchantId: 'shop',
    channel: 'WEBAPI',
    merchant: createPayment().merchant,
    customer: { email: 'payer@example.com' },
    device: { browser: { language: 'pl' } },
    currency: 'PLN',
    options: { validTime: 1800 },
    instrument: cardInstrument,
    ...changes,
  }
}

/** Without its card. */
export function createEmpty(changes: Partial<CreateTokenization> = {}): CreateTokenization {
  const { instrument: _, ...rest } = createCommand(changes)
  return rest
}

/** Drives one tokenization as its workflow would, but in memory. */
export class TokenStory {
  tokenization: Tokenization | undefined
  now = START
  notifications: Notification[] = []
  entries: Entry<TokenizationEvent>[] = []
  last: Decision<TokenizationEvent> = { events: [], outcome: { accepted: true } }
  #count = 0

  static of(changes: Partial<CreateTokenization> = {}): TokenStory {
    return new TokenStory().command(createCommand(changes))
  }

  /** The issuer has said that the card is good. */
  static verified(changes: Partial<CreateTokenization> = {}): TokenStory {
    return TokenStory.of(changes).answer({ type: 'notEnrolled' }).answer({ type: 'approved' })
  }

  static stored(changes: Partial<CreateTokenization> = {}): TokenStory {
    const token = changes.kind === 'NETWORK' ? vts : cof
    return TokenStory.verified(changes).answer({ type: 'stored', token })
  }

  command(command: TokenizationCommand, notAfter?: number): this {
    this.#count += 1
    const id = `cmd/${'abcdefghijklmnopqrstuvwxyz'[this.#count] ?? 'z'}${'command'.repeat(3)}`
    const common = { type: 'command', id, command, actor: 'gateway', requestId: 'r' } as const
    return this.take(notAfter === undefined ? common : { ...common, notAfter })
  }

  /** The world answers the call that is under way. */
  answer(outcome: Outcome, wall?: Wall): this {
    const { call } = this
    if (!call) throw new Error(`no call is under way in ${this.state.phase}`)
    return this.take({ type: 'result', id: `result/${call.id}`, callId: call.id, outcome }, wall)
  }

  until(name: string): this {
    const due = deadlines(this.state).find((deadline) => deadline.name === name)
    if (!due) throw new Error(`no ${name} in ${this.state.phase}`)
    this.now = Math.max(this.now, due.at)
    return this.take({ type: 'due', id: `due/${name}/${due.at}`, name, at: due.at })
  }

  take(message: Message, wall?: Wall): this {
    this.now += 1
    this.last = decide(this.tokenization, message, this.now, wall)
    const version = (this.tokenization?.version ?? 0) + 1
    const entry = { version, at: this.now, events: this.last.events }
    const { tokenization, notifications } = apply(this.tokenization, entry)
    this.tokenization = tokenization
    this.entries.push(entry)
    this.notifications.push(...notifications)
    return this
  }

  get state(): Tokenization {
    if (!this.tokenization) throw new Error('no tokenization yet')
    return this.tokenization
  }

  get call() {
    return this.state.calls[0]
  }

  get asks() {
    return wants(this.state)
  }

  get told() {
    return this.notifications.map(({ body }) => (JSON.parse(body) as { status: string }).status)
  }

  get isFinished() {
    return finished(this.state)
  }

  is(status: string, rejectCode?: string): this {
    expect([statusOfTokenization[this.state.phase], this.state.rejectCode]).toEqual([
      status,
      rejectCode,
    ])
    return this
  }

  refusedWith(code: string): this {
    expect(this.last).toEqual({ events: [], outcome: { accepted: false, code } })
    return this
  }
}
