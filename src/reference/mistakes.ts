import { responseCodes } from '../domain/reasons/decline.ts'
import type { IssuerReasonCode } from '../domain/reasons/reason.ts'
import { issuerReasonCodes, ownReasonCodes, reasons } from '../domain/reasons/reason.ts'
import { refusals } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { advice } from './advice.ts'

/** The guide "Mistakes and what they mean", in Markdown: made of the tables that the code goes by. */
export const mistakes = (): string =>
  [
    '# Mistakes and what they mean',
    '',
    'A request that cannot be done is an **error**: an HTTP status of 400 or more, and a body with a `code`. A payment',
    'that was done and did not succeed is a **decline**: a 200 with `status: REJECTED`, `CANCELLED` or `ERROR`, and a',
    '`rejectCode`. Neither kind of code is ever reused.',
    '',
    '## Errors',
    '',
    'When several apply, the first in this table is answered. Every error has the same body; keep its `requestId`, it is',
    'what we ask for.',
    '',
    '| Code | HTTP | What it means | What to do |',
    '|---|---|---|---|',
    ...Object.entries(refusals).map(
      ([code, [status, title]]) =>
        `| \`${code}\` | ${String(status)} | ${title} | ${advice[code as RefusalCode]} |`,
    ),
    '',
    '## Our own reasons',
    '',
    '`rejectCode` and `rejectInfo` of a payment, a transaction, a refund or a tokenization.',
    '',
    '| rejectCode | rejectInfo |',
    '|---|---|',
    ...ownReasonCodes.map((code) => `| \`${code}\` | ${reasons[code].info} |`),
    '',
    "## The issuer's and the acquirer's answers",
    '',
    '| Kind | What to do |',
    '|---|---|',
    ...Object.entries(kinds).map(([kind, what]) => `| ${kind} | ${what} |`),
    '',
    'The response codes are those of ISO 8583 that lead to it.',
    '',
    '| rejectCode | Kind | rejectInfo | Response codes |',
    '|---|---|---|---|',
    ...issuerReasonCodes.map(declineRow),
    '',
    '`CARD_BLOCKED`, `SUSPECTED_FRAUD` and `SECURITY` reach your server, never the payer, who reads `DECLINED`. Show',
    '`rejectInfo` to nobody but yourself.',
    '',
  ].join('\n')

const kinds = {
  hard: 'Do not try this card again',
  soft: 'Try later, or with other data',
  technical: "Try again: it is not the card's fault",
  authentication: 'The payer must be asked: try again with 3-D Secure',
}

function declineRow(code: IssuerReasonCode): string {
  const { kind, info } = reasons[code]
  const from = Object.entries(responseCodes).flatMap(([response, to]) =>
    to === code ? [response] : [],
  )
  return `| \`${code}\` | ${kind} | ${info} | ${from.join(' ') || 'none: where there are no such codes'} |`
}
