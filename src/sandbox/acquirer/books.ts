import type { Entry, Journal } from '../journal.ts'

export interface Decision {
  reference: string
  responseCode: string
  authCode?: string
  acquirerRef?: string
  approvedAmountMinor?: number
  networkTransactionId?: string
}

/** One operation that was decided, for ever. */
export interface Operation {
  operation: 'authorize' | 'capture' | 'adjust' | 'reverse' | 'refund'
  reference: string
  originalReference?: string
  /** Of an authorisation: whose it is, by the key of the call. */
  account?: string
  kind?: string
  reason?: string
  amountMinor: number
  currency: string
  /** Of a capture that is not the last. */
  final?: false
  /** An adjustment's total before it, to which undoing it goes back. */
  previousMinor?: number
  cryptogram?: string
  decision: Decision
  /** What was said at first, where that was not the decision (scenario 144). */
  answer?: Decision
  processed: boolean
}

/** What one authorisation amounts to after everything that followed it. */
export interface Account {
  kind: string
  authorizedMinor: number
  capturedMinor: number
  refundedMinor: number
  /** The last capture of the hold, after which there is none. */
  finalCapture?: string | undefined
}

export interface Batch {
  batchId: string
  fileId: string
  references: string[]
  /** What disputes moved since the batch before. */
  disputed?: DisputeLine[]
}

/** Money that a dispute moved, as a report says it: the reference is that of the move. */
export interface DisputeLine {
  reference: string
  originalReference: string
  disputeId: string
  operation: 'dispute' | 'disputeReversal'
  amountMinor: number
  currency: string
  movedAt: string
}

export interface Books extends State {
  accountOf(reference: string): Account | undefined
  operated(operation: Operation): Entry
  attempted(attempt: { key: string }): Entry
  closed(batch: Batch): Entry
}

interface State {
  operations: Map<string, Operation>
  accounts: Map<string, Account>
  /** References that must never be processed again, seen or not. */
  reversed: Set<string>
  /** Sales, captures and refunds of the present batch, in the order they were processed. */
  unsettled: Set<string>
  batches: Map<string, Batch>
  networkTransactionIds: Set<string>
  usedCryptograms: Set<string>
  /** How often something was tried without effect. */
  attempts: Map<string, number>
}

export function createBooks(journal: Journal): Books {
  const state: State = {
    operations: new Map(),
    accounts: new Map(),
    reversed: new Set(),
    unsettled: new Set(),
    batches: new Map(),
    networkTransactionIds: new Set(),
    usedCryptograms: new Set(),
    attempts: new Map(),
  }
  return {
    ...state,
    accountOf: (reference) => accountOf(state, reference),
    operated: journal.topic<Operation>('acquirer.operated', (event) => operate(state, event)),
    attempted: journal.topic<{ key: string }>('acquirer.attempted', ({ key }) =>
      state.attempts.set(key, (state.attempts.get(key) ?? 0) + 1),
    ),
    closed: journal.topic<Batch>('acquirer.closed', (batch) => {
      state.batches.set(batch.batchId, batch)
      batch.references.forEach((reference) => state.unsettled.delete(reference))
    }),
  }
}

export const isSale = (kind: string | undefined) => kind === 'SALE' || kind === 'ACCT_FUNDING'

function accountOf(state: State, reference: string): Account | undefined {
  const original = state.operations.get(reference)?.originalReference
  const account = state.accounts.get(reference)
  return account ?? (original === undefined ? undefined : accountOf(state, original))
}

function operate(state: State, operation: Operation): void {
  const { reference, decision } = operation
  state.operations.set(reference, operation)
  if (operation.cryptogram) state.usedCryptograms.add(operation.cryptogram)
  if (decision.networkTransactionId) state.networkTransactionIds.add(decision.networkTransactionId)
  if (!operation.processed) return
  if (operation.operation === 'reverse') return reverse(state, operation)
  if (operation.operation === 'authorize') state.accounts.set(reference, openAccount(operation))
  else post(state, operation)
  if (moves(operation)) state.unsettled.add(reference)
}

function openAccount({ kind = '', amountMinor, decision }: Operation): Account {
  const authorizedMinor = decision.approvedAmountMinor ?? amountMinor
  const capturedMinor = isSale(kind) ? authorizedMinor : 0
  return { kind, authorizedMinor, capturedMinor, refundedMinor: 0 }
}

function post(state: State, { operation, reference, amountMinor, final }: Operation): void {
  const account = accountOf(state, reference)
  if (!account) return
  if (operation === 'capture') {
    account.capturedMinor += amountMinor
    if (final === undefined) account.finalCapture = reference
  }
  if (operation === 'refund') account.refundedMinor += amountMinor
  if (operation === 'adjust') account.authorizedMinor = amountMinor
}

function reverse(state: State, { originalReference = '', reason, amountMinor }: Operation): void {
  if (reason === 'REMAINDER') {
    const account = accountOf(state, originalReference)
    if (account) account.authorizedMinor -= amountMinor
    return
  }
  const original = state.operations.get(originalReference)
  if (original?.processed && !state.reversed.has(originalReference)) undo(state, original)
  state.reversed.add(originalReference)
  state.unsettled.delete(originalReference)
}

function undo(state: State, original: Operation): void {
  const account = accountOf(state, original.reference)
  if (!account) return
  if (original.operation === 'authorize') {
    account.authorizedMinor = 0
    account.capturedMinor = 0
  }
  if (original.operation === 'capture') {
    account.capturedMinor -= original.amountMinor
    if (account.finalCapture === original.reference) account.finalCapture = undefined
  }
  if (original.operation === 'refund') account.refundedMinor -= original.amountMinor
  if (original.operation === 'adjust') account.authorizedMinor = original.previousMinor ?? 0
}

function moves({ operation, kind }: Operation): boolean {
  return operation === 'authorize' ? isSale(kind) : operation !== 'adjust'
}
