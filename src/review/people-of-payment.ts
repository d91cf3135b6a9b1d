import type { Currency } from '../domain/currency.ts'
import type { PaymentFile } from '../postgres/review/payment-file.ts'
import { formatMoney } from '../domain/money.ts'
import type { Cell } from './markup.ts'
import { day, tableOf } from './markup.ts'

type Line = Record<string, unknown>

/** Who of our own people looked at a payment or did something about it, and who agreed. */
export function peopleOfPayment(
  audit: PaymentFile['audit'],
  approvals: PaymentFile['approvals'],
  currency: Currency,
): string {
  if (audit.length + approvals.length === 0) return '<p class="none">no operator has touched it</p>'
  const done = tableOf(
    ['at, UTC', 'who', 'what', 'outcome', 'reason', 'from'],
    audit.map((one) => [
      ...[timeOf(one['at']), text(one['operator']), text(one['action']), text(one['outcome'])],
      ...[text((one['detail'] as Line | null)?.['reason']), text(one['origin'])],
    ]),
  )
  if (approvals.length === 0) return done
  const agreed = tableOf(
    ['asked, UTC', 'by', 'instruction', 'reason', 'became of it', 'second person'],
    approvals.map((one) => [
      ...[timeOf(one['requestedAt']), text(one['requestedBy'])],
      ...[instructionOf(one['command'] as Line, currency), text(one['reason'])],
      ...[outcomeOf(one), text(one['approvedBy'] ?? one['refusedBy'])],
    ]),
  )
  return `${done}<h3>Two people</h3>${agreed}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const timeOf = (at: unknown): Cell =>
  at instanceof Date || typeof at === 'string' ? day(at) : undefined

function instructionOf({ name, amountMinor, drop }: Line, currency: Currency): string {
  if (drop === true) return 'drop the message it is held for'
  return typeof amountMinor === 'number'
    ? `${text(name)} ${formatMoney(amountMinor, currency)}`
    : text(name)
}

function outcomeOf({ usedAt, refusedBy, approvedBy, expiresAt }: Line): string {
  if (usedAt) return 'carried out'
  if (refusedBy) return 'refused'
  if (approvedBy) return 'agreed to, not carried out yet'
  return `waits until ${String(timeOf(expiresAt) ?? '')}`
}
