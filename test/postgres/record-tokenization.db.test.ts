import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredToken } from '../../src/domain/actor/call.ts'
import type { Instrument } from '../../src/domain/instrument.ts'
import type { Message } from '../../src/domain/actor/message.ts'
import type {
  CreateTokenization,
  TokenizationCommand,
} from '../../src/domain/tokenization/commands.ts'
import { apply } from '../../src/domain/tokenization/apply.ts'
import { checkTokenization } from '../../src/domain/tokenization/check-tokenization.ts'
import { decide } from '../../src/domain/tokenization/decide/index.ts'
import type { TokenizationEvent } from '../../src/domain/tokenization/events.ts'
import type { Tokenization } from '../../src/domain/tokenization/tokenization.ts'
import { createCardTokenReads } from '../../src/postgres/card-tokens.ts'
import type { CardTokenReads } from '../../src/postgres/card-tokens.ts'
import { many, one } from '../../src/postgres/db.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { readTokenizationEvidence } from '../../src/postgres/review/tokenization-evidence.ts'
import { recordTokenization } from '../../src/postgres/record-tokenization.ts'
import type { Recorded } from '../../src/domain/actor/entry.ts'
import type { Vault } from '../../src/vault/card-vault.ts'
import { createVault } from '../../src/vault/card-vault.ts'
import { createCommand, vts } from '../domain/tokenization/support.ts'
import { freshDatabase } from '../support/database.ts'
import { freshKeyRing } from '../support/key-ring.ts'

let pool: DbPool
let owner: DbPool
let vault: Vault
let tokens: CardTokenReads
beforeEach(async () => {
  const { keyRing } = await freshKeyRing()
  const database = await freshDatabase('tollgate_app')
  pool = database.pool
  owner = database.poolOf('tollgate')
  vault = createVault({ db: database.poolOf('tollgate_vault'), keyRing })
  tokens = createCardTokenReads(pool)
})

describe('a line of the journal', () => {
  test('is committed once, with the row and the notification', async () => {
    const story = await Recording.of('a')
    expect(story.last).toEqual({ status: 'committed', entries: [] })
    const row = await one(pool, `select status, phase, kind, version, state from tokenization`)
    expect(row).toMatchObject({ status: 'PENDING', phase: 'authenticating', version: 1 })
    expect(row).toMatchObject({ state: { id: story.id, version: 1 } })
    expect(await many(pool, `select kind, sequence, owner_id from notification`)).toEqual([
      { kind: 'tokenizer', sequence: 1, owner_id: story.id },
    ])
  })

  test('gives way to what stands, and knows a message again', async () => {
    const story = await Recording.of('a')
    const before = story.state
    await story.answer({ type: 'notEnrolled' })
    const { events } = decide(before, story.message({ name: 'cancel', by: 'merchant' }), 1)
    const cancel = story.message({ name: 'cancel', by: 'merchant' })
    const decision = { events, outcome: { accepted: true as const } }
    const late = { tokenizerId: story.id, before, message: cancel, decision, at: 5 }
    expect(await recordTokenization(pool, late)).toMatchObject({
      status: 'standing',
      entries: [{ version: 2, at: story.now }],
    })
    const again = { ...late, before: story.state, message: story.first! }
    expect(await recordTokenization(pool, again)).toMatchObject({ status: 'duplicate' })
  })

  test('a version that does not follow holds the tokenization', async () => {
    const story = await Recording.of('a')
    story.state = { ...story.state, version: 7 }
    await story.answer({ type: 'notEnrolled' })
    expect(story.last).toMatchObject({ status: 'held' })
  })

  test('of a worker that folds to another state holds the tokenization', async () => {
    const story = await Recording.of('a')
    story.state = { ...story.state, notificationSequence: 7 }
    await story.answer({ type: 'notEnrolled' })
    expect(story.last).toEqual({
      status: 'held',
      reason: 'started from another state than what was committed: notificationSequence',
    })
  })
})

describe('a stored card', () => {
  test('is found by its number and by its card, and paid with', async () => {
    const story = await Recording.stored('a')
    const token = await tokens.find('shop', story.number)
    expect(token).toMatchObject({
      type: 'COF',
      status: 'ACTIVE',
      instrumentNo: story.number,
      expDate: '203012',
      fingerprint: 'print',
      tokenizerId: story.id,
    })
    expect(await vault.read(token?.vaultRef ?? '', 'shop')).toBeDefined()
    expect(await tokens.findByCard('shop', 'print')).toEqual([token])
    expect(await tokens.find('other', story.number)).toBeUndefined()
    expect(await tokens.findByCard('other', 'print')).toEqual([])
    expect(await tokens.findByRef('shop', story.number)).toBeUndefined()
  })

  test('of one customer has one active number, whoever comes second', async () => {
    const first = await Recording.stored('a')
    const second = await Recording.verified('b')
    await second.answer({ type: 'stored', token: numbered('another') })
    expect(second.last).toEqual({ status: 'wall', wall: 'tokenTaken' })
    const owner = { merchantId: 'shop', customerKey: 'email/payer@example.com', vaultRef: '-' }
    const known = await tokens.findActive({ ...owner, fingerprint: 'print' })
    expect(known?.instrumentNo).toBe(first.number)
    await second.answer({ type: 'stored', token: numbered(first.number) })
    expect(second.last.status).toBe('committed')
    expect(await many(pool, 'select token_id from card_token')).toHaveLength(1)
    // The copy of the card that came second is not kept.
    expect(await second.readCard()).toBeUndefined()
    expect(await first.readCard()).toBeDefined()
    expect(await tokens.siblings(second.id)).toEqual([first.id])
  })

  test('of another customer has another number', async () => {
    await Recording.stored('a')
    const other = await Recording.stored('b', { customer: { extCustomerId: '7' } })
    expect(other.last.status).toBe('committed')
    expect(await tokens.findByCard('shop', 'print')).toHaveLength(2)
  })

  test('that was renewed keeps its number; the old card is erased', async () => {
    const first = await Recording.stored('a')
    const renewed = await Recording.verified('b')
    const token = { ...numbered(first.number), expDate: '203512' }
    await renewed.answer({ type: 'stored', token })
    expect(await tokens.find('shop', first.number)).toMatchObject({ expDate: '203512' })
    expect(await first.readCard()).toBeUndefined()
    expect(await renewed.readCard()).toBeDefined()
  })

  test('that was discarded meanwhile gets a new number', async () => {
    const first = await Recording.stored('a')
    const second = await Recording.verified('b')
    await first.command({ name: 'discard' })
    await second.answer({ type: 'stored', token: numbered(first.number) })
    expect(second.last).toEqual({ status: 'wall', wall: 'tokenTaken' })
    await second.answer({ type: 'stored', token: numbered('fresh') })
    expect(second.last.status).toBe('committed')
  })

  test('is gone for good when it is discarded, from the vault as well', async () => {
    const story = await Recording.stored('a')
    await story.command({ name: 'discard' })
    expect(await tokens.find('shop', story.number)).not.toHaveProperty('vaultRef')
    expect(await tokens.find('shop', story.number)).toMatchObject({ status: 'DISCARDED' })
    expect(await tokens.findByCard('shop', 'print')).toEqual([])
    expect(await story.readCard()).toBeUndefined()
    const rows = await many(owner, 'select ref from vault.secret where ciphertext is not null')
    expect(rows).toEqual([])
  })

  test('of a payment is found again by its place in the vault, whoever the customer is', async () => {
    const story = await Recording.stored('a')
    const { vaultRef = '' } = story.state.instrument ?? {}
    const owner = { merchantId: 'shop', customerKey: 'id/other', fingerprint: 'print', vaultRef }
    expect((await tokens.findActive(owner))?.instrumentNo).toBe(story.number)
  })
})

describe('a card that is not stored', () => {
  test('is erased when the tokenization ends without a token', async () => {
    const story = await Recording.of('a')
    await story.answer({ type: 'notAuthenticated', transStatus: 'N' })
    expect(await story.readCard()).toBeUndefined()
  })

  test('is erased when another one takes its place', async () => {
    const { secretOwner: _, ...card } = await vaulted()
    const story = await Recording.of('a', { instrument: card })
    await story.command({ name: 'complete', instrument: await vaulted() })
    expect(await vault.read(card.vaultRef ?? '', 'shop')).toBeUndefined()
    expect(await story.readCard()).toBeDefined()
  })

  test('stays where it belongs to a payment', async () => {
    const story = await Recording.of('a', { verifiedBy: 'payment' })
    await story.command({ name: 'cancel', by: 'merchant' })
    expect(await story.readCard()).toBeDefined()
  })
})

describe('a network token', () => {
  test('keeps no card, and follows what its network says', async () => {
    const story = await Recording.verified('a', { kind: 'NETWORK' })
    await story.answer({ type: 'stored', token: vts })
    const find = () => tokens.findByRef('shop', 'vts_ref')
    expect(await find()).toMatchObject({ type: 'VTS', status: 'ACTIVE', visuals: vts.visuals })
    expect(await story.readCard()).toBeUndefined()
    expect(await tokens.tokenizersOf('vts_ref')).toEqual([story.id])
    await story.command({ name: 'tokenState', status: 'SUSPENDED' })
    expect(await find()).toMatchObject({ status: 'SUSPENDED' })
    await story.command({ name: 'renew', expDate: '203112', lastFour: '4321', saidAt: 1 })
    const renewed = { expDate: '203112', cardMask: '400000******4321' }
    expect(await find()).toMatchObject({ status: 'SUSPENDED', ...renewed })
    await story.command({ name: 'tokenState', status: 'ACTIVE', saidAt: 1, told: true })
    expect(await find()).toMatchObject({ status: 'ACTIVE', ...renewed })
    await story.command({ name: 'tokenState', status: 'DISCARDED' })
    expect(await find()).toMatchObject({ status: 'DISCARDED' })
    expect(await one(pool, 'select status from tokenization')).toEqual({ status: 'DISCARDED' })
  })

  test('is of the agent that it was made through', async () => {
    const story = await Recording.stored('a', { agentId: 'agent' })
    expect(await tokens.isOfAgent('shop', story.number, 'agent')).toBe(true)
    expect(await tokens.isOfAgent('shop', story.number, 'other')).toBe(false)
  })
})

test('is proved by its journal, its row and its token, and what was forged is found', async () => {
  const story = await Recording.stored('a')
  await (
    await Recording.stored('b', { customer: { extCustomerId: '7' } })
  ).command({ name: 'discard' })
  const prove = async (id?: string) => {
    const findings = []
    for await (const page of readTokenizationEvidence(pool, id))
      findings.push(...page.flatMap(checkTokenization))
    return findings
  }
  expect([await prove(), await prove(story.id)]).toEqual([[], []])
  await many(owner, `update tokenization set state = jsonb_set(state, '{verifications}', '9')`)
  await many(owner, `update card_token set status = 'SUSPENDED' where token_id = $1`, [
    story.number,
  ])
  expect((await prove()).map(({ check, found }) => [check, found])).toEqual([
    ['row', 'verifications 9'],
    ['token', 'token.status SUSPENDED'],
    ['row', 'verifications 9'],
  ])
})

test('a status never goes backwards', async () => {
  const story = await Recording.stored('a')
  const back = `update tokenization set status = 'PENDING' where tokenizer_id = $1`
  await expect(many(pool, back, [story.id])).rejects.toThrow('may not become')
})

const numbered = (instrumentNo: string): StoredToken => ({
  type: 'COF',
  instrumentNo,
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
})

async function vaulted(): Promise<Instrument> {
  const secret = { number: '4000000000001000', expDate: '203012' }
  const vaultRef = await vault.store({ merchantId: 'shop', kind: 'card', secret })
  const shown = { cardMask: '400000******1000', organization: 'VISA' } as const
  return { type: 'CARD', vaultRef, ...shown, fingerprint: 'print', secretOwner: 'api' }
}

/** One tokenization, decided and recorded as its workflow does it. */
class Recording {
  readonly id: string
  readonly number: string
  now = Date.now()
  first: Message | undefined
  state!: Tokenization
  last!: Recorded<TokenizationEvent>
  #count = 0

  constructor(letter: string) {
    this.id = letter.repeat(27)
    this.number = letter.repeat(20)
  }

  static async of(letter: string, changes: Partial<CreateTokenization> = {}): Promise<Recording> {
    const story = new Recording(letter)
    const instrument = changes.instrument ?? (await vaulted())
    const command = createCommand({ ...changes, tokenizerId: story.id, instrument })
    await story.command(command)
    return story
  }

  static async verified(letter: string, changes: Partial<CreateTokenization> = {}) {
    const story = await Recording.of(letter, changes)
    await story.answer({ type: 'notEnrolled' })
    await story.answer({ type: 'approved' })
    return story
  }

  static async stored(letter: string, changes: Partial<CreateTokenization> = {}) {
    const story = await Recording.verified(letter, changes)
    await story.answer({ type: 'stored', token: numbered(story.number) })
    return story
  }

  command(command: TokenizationCommand): Promise<void> {
    return this.take(this.message(command))
  }

  message(command: TokenizationCommand): Message {
    this.#count += 1
    const id = `cmd/${'c'.repeat(this.#count)}`
    return { type: 'command', id, command, actor: 'gateway', requestId: 'r' }
  }

  answer(outcome: Extract<Message, { type: 'result' }>['outcome']): Promise<void> {
    const callId = this.state.calls[0]?.id ?? ''
    return this.take({ type: 'result', id: `result/${callId}`, callId, outcome })
  }

  async take(message: Message): Promise<void> {
    this.now += 1
    this.first ??= message
    const before = this.state as Tokenization | undefined
    const decision = decide(before, message, this.now)
    const input = { tokenizerId: this.id, before, message, decision, at: this.now }
    this.last = await recordTokenization(pool, input)
    if (this.last.status !== 'committed') return
    const version = (before?.version ?? 0) + 1
    const entry = { version, at: this.now, events: decision.events }
    this.state = apply(before, entry).tokenization ?? this.state
  }

  readCard(): Promise<object | undefined> {
    return vault.read(this.state.instrument?.vaultRef ?? '', 'shop')
  }
}
