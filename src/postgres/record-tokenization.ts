import { isOpenStatus } from '../domain/actor/open-status.ts'
import type { Decision } from '../domain/actor/decision.ts'
import type { Recorded } from '../domain/actor/entry.ts'
import type { Message } from '../domain/actor/message.ts'
import { apply, draftNotifications } from '../domain/tokenization/apply.ts'
import { deadlines } from '../domain/tokenization/deadlines.ts'
import type { TokenizationEvent } from '../domain/tokenization/events.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { isProven } from '../domain/tokenization/tokenization.ts'
import { customerKey } from '../domain/card-token.ts'
import { statusOfTokenization } from '../domain/tokenization/phase.ts'
import type { Db } from './db.ts'
import { statement } from './db.ts'
import { journalLine, recordEntry } from './record-entry.ts'

export interface RecordTokenizationInput {
  tokenizerId: string
  before: Tokenization | undefined
  message: Message
  decision: Decision<TokenizationEvent>
  at: number
}

const THREE_MONTHS_MS = 92 * 86_400_000

const RECORD_TOKENIZATION = statement(
  'record_tokenization',
  'select in_time($1::jsonb, record_tokenization_event($1::jsonb)) as answer',
)

/**
 * Commits one message of a tokenization: journal, row, token, vault and notifications, or nothing.
 * Idempotent by (tokenization, version), as for payments.
 */
export const recordTokenization = (
  db: Db,
  input: RecordTokenizationInput,
): Promise<Recorded<TokenizationEvent>> =>
  recordEntry<TokenizationEvent>(db, RECORD_TOKENIZATION, entryOf(input))

function entryOf(input: RecordTokenizationInput): object {
  const { tokenizerId: ownerId, before, message, decision, at } = input
  const version = (before?.version ?? 0) + 1
  const { tokenization, notifications } = apply(before, { version, at, events: decision.events })
  return {
    ...journalLine({ ownerId, version, before, message, decision, at }),
    ...(tokenization && {
      tokenization: rowOf(tokenization),
      storeToken: newToken(before, tokenization),
      changeToken: changedToken(before, tokenization),
      vaultRef: newVaultRef(before, tokenization),
      erase: unneeded(before, tokenization),
    }),
    notifications,
    unsent: tokenization && unsentOf(before, decision.events, tokenization),
    notifyUrl: tokenization?.options.asyncNotify,
  }
}

/** Without an address it is kept for the list of events only. */
const unsentOf = (
  before: Tokenization | undefined,
  events: TokenizationEvent[],
  after: Tokenization,
): object[] =>
  after.merchant.notifies || after.options.asyncNotify
    ? []
    : draftNotifications(before, events, after)

function rowOf(tokenization: Tokenization): object {
  const status = statusOfTokenization[tokenization.phase]
  const isOver = !isOpenStatus(status) && status !== 'COMPLETED'
  return {
    merchantId: tokenization.merchantId,
    agentId: tokenization.agentId,
    kind: tokenization.kind,
    linkId: tokenization.linkId,
    serverTransId: tokenization.challenge?.serverTransId,
    tokenId: tokenIdOf(tokenization),
    status,
    phase: tokenization.phase,
    rejectCode: tokenization.rejectCode,
    held: tokenization.held,
    nextDueAt: deadlines(tokenization)[0]?.at,
    createdAt: tokenization.createdAt,
    updatedAt: tokenization.updatedAt,
    readableUntil: isOver ? tokenization.updatedAt + THREE_MONTHS_MS : undefined,
    state: tokenization,
  }
}

const tokenIdOf = ({ token }: Tokenization): string | undefined =>
  token?.instrumentNo ?? token?.instrumentRef

function newToken(before: Tokenization | undefined, after: Tokenization): object | undefined {
  const { token, instrument, customer } = after
  if (!token || before?.token) return undefined
  const { type, cardMask, expDate, organization, visuals } = token
  return {
    tokenId: tokenIdOf(after),
    type,
    customerKey: customerKey(customer),
    fingerprint: instrument?.fingerprint,
    // Who pays with a network token needs the card no more.
    vaultRef: type === 'COF' ? instrument?.vaultRef : undefined,
    cardMask,
    expDate,
    organization,
    visuals,
  }
}

function changedToken(before: Tokenization | undefined, after: Tokenization): object | undefined {
  const { token: was } = before ?? {}
  const { token } = after
  if (!was || !token) return undefined
  const { status, expDate, cardMask } = token
  const isRenewed = was.expDate !== expDate || was.cardMask !== cardMask
  if (was.status === status && !isRenewed) return undefined
  return { tokenId: tokenIdOf(after), status, ...(isRenewed && { expDate, cardMask }) }
}

const newVaultRef = (before: Tokenization | undefined, after: Tokenization): string | undefined =>
  before?.instrument?.vaultRef === after.instrument?.vaultRef
    ? undefined
    : after.instrument?.vaultRef

/**
 * Cards that came with this tokenization and are not needed any more: one that another replaced,
 * and its own once it has ended or its token is there (which keeps the card if it is its card).
 */
function unneeded(before: Tokenization | undefined, after: Tokenization): string[] {
  if (isProven(after)) return []
  const replaced = newVaultRef(before, after) === undefined ? undefined : before?.instrument
  const isOver = !isOpenStatus(statusOfTokenization[after.phase])
  const own = isOver ? after.instrument : undefined
  return [replaced?.vaultRef, own?.vaultRef].filter((ref) => ref !== undefined)
}
