/** All that somebody outside can know: what was asked and answered, and the books of the others. */
export interface Evidence {
  commands: Command[]
  ends: End[]
  books: BookRow[]
  /** What cardholders dispute, as their bank has it. */
  disputed: BankDispute[]
  notes: Note[]
  /** As the merchant reads it in the end, one for each currency. */
  balances: Balance[]
}

export interface Balance {
  currency: string
  availableMinor: number
  reservedMinor: number
}

type PaymentCommand = 'create' | 'capture' | 'adjustment' | 'cancel' | 'refund'
export type DisputeCommand = 'submit' | 'accept'
export type CommandName = PaymentCommand | 'tokenize' | 'discard' | DisputeCommand

/** One command with every answer that it got; under a key it was sent until there was one. */
export interface Command {
  name: CommandName
  /** The payment, tokenization or dispute; of a create, what an answer named. */
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
  /** Which of the APIs was asked. */
  api?: number
  body: Record<string, unknown>
}

/** Whether it says something: not that nobody is there, has room, or knows. */
export const isAnswer = ({ status }: Pick<GivenAnswer, 'status'>): boolean =>
  status !== 0 && status !== 429 && status < 500

/** What a payment, tokenization or dispute has come to, as its merchant reads it. */
export interface End {
  id: string
  kind: 'payment' | 'tokenization' | 'dispute'
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
  /** Of a dispute alone. */
  dispute?: EndDispute
}

export interface EndDispute {
  paymentId: string
  stage: string
  moves: Move[]
  /** Why an answer did not reach the bank. */
  problem?: string
}

/** Money that a dispute took or gave back. */
export interface Move {
  kind: string
  amountMinor: number
}

/** One dispute in the books of the payer's bank. */
export interface BankDispute {
  /** The charge, by the gateway's name of it. */
  reference: string
  stage: string
  status: string
  amountMinor: number
  currency: string
  moves: Move[]
  /** It has an answer, or had one before it was raised. */
  isAnswered: boolean
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
  provider: string
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

/** A dispute's answer is taken now and sent soon: 202. */
export const isDone = (status: number): boolean => status === 200 || status === 202

export function verdictOf({ answers, key }: Command): Verdict {
  if (answers.some(({ status }) => isDone(status))) return 'acknowledged'
  const last = answers.at(-1)?.status ?? 0
  if (last >= 400 && last < 500) return 'refused'
  return last === 503 && key === undefined ? 'not done' : 'unknown'
}

/** Whether it may have happened: a promise that it did not counts. */
export const mayHaveHappened = (command: Command): boolean =>
  ['acknowledged', 'unknown'].includes(verdictOf(command))

/** Our ids are letters; what follows them in a reference or an event's id is not. */
export const subjectOf = (text: string): string => /^[a-z]+/.exec(text)?.[0] ?? ''
