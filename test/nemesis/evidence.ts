/** All that somebody outside can know: what was asked and answered, and the books of the others. */
export interface Evidence {
  commands: Command[]
  ends: End[]
  books: BookRow[]
  notes: Note[]
  /** As the merchant reads it in the end, one for each currency. */
  balances: Balance[]
}

export interface Balance {
  currency: string
  availableMinor: number
  reservedMinor: number
}

export type CommandName =
  'create' | 'capture' | 'adjustment' | 'cancel' | 'refund' | 'tokenize' | 'discard'

/** One command with every answer that it got; under a key it was sent until there was one. */
export interface Command {
  name: CommandName
  /** The payment or tokenization; of a create, what an answer named. */
  subject?: string
  /** Of a create: one order has one create, however often it is sent. */
  extOrderId?: string
  key?: string
  amountMinor?: number
  /** Of a create: what its payer is to be charged, and whether at once. */
  currency?: string
  isHold?: boolean
  sentAt: number
  answers: GivenAnswer[]
}

/** Status 0: none came, or it broke off. */
export interface GivenAnswer {
  at: number
  status: number
  body: Record<string, unknown>
}

/** What a payment or tokenization has come to, as its merchant reads it. */
export interface End {
  id: string
  kind: 'payment' | 'tokenization'
  status: string
  extOrderId?: string
  dataRequest?: string
  rejectCode?: string
  isHold: boolean
  /** What was ordered; a stored card has none. */
  amountMinor: number
  currency: string
  amounts: { authorizedMinor: number; capturedMinor: number; refundedMinor: number }
  transactions: EndTransaction[]
}

export interface EndTransaction {
  transId: string
  type: string
  status: string
  amountMinor: number
  currency: string
}

/** One row of a provider's own books. */
export interface BookRow {
  reference: string
  operation: string
  amountMinor: number
  currency: string
  processed: boolean
  result: string
  receivedAt: string
}

/** One notification as the merchant's server caught it. */
export interface Note {
  text: string
  answered: number
  receivedAt: string
  isGenuine: boolean
}

/** What a merchant may conclude from the answers. */
export type Verdict = 'acknowledged' | 'refused' | 'not done' | 'unknown'

export function verdictOf({ answers, key }: Command): Verdict {
  if (answers.some(({ status }) => status === 200)) return 'acknowledged'
  const last = answers.at(-1)?.status ?? 0
  if (last >= 400 && last < 500) return 'refused'
  return last === 503 && key === undefined ? 'not done' : 'unknown'
}

/** Whether it may have happened: a promise that it did not counts. */
export const mayHaveHappened = (command: Command): boolean =>
  ['acknowledged', 'unknown'].includes(verdictOf(command))

/** Our ids are letters; what follows them in a reference or an event's id is not. */
export const subjectOf = (text: string): string => /^[a-z]+/.exec(text)?.[0] ?? ''
