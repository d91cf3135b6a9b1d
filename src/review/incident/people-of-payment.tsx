import type { Currency } from '../../domain/currency.ts'
import { formatMoney } from '../../domain/money.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { day } from '../times.ts'
import { Rows } from '../../kit/pieces.tsx'

type Line = Record<string, unknown>

interface Props {
  audit: PaymentFile['audit']
  approvals: PaymentFile['approvals']
  currency: Currency
}

/** Who of our own people looked at a payment or did something about it, and who agreed. */
export function PeopleOfPayment({ audit, approvals, currency }: Props) {
  if (audit.length + approvals.length === 0) return <p class="soft">no operator has touched it</p>
  return (
    <>
      <Rows
        head={['at, UTC', 'who', 'what', 'outcome', 'reason', 'from']}
        rows={audit.map((one) => [
          ...[timeOf(one['at']), text(one['operator']), text(one['action']), text(one['outcome'])],
          ...[text((one['detail'] as Line | null)?.['reason']), text(one['origin'])],
        ])}
      />
      {approvals.length > 0 && (
        <>
          <h3>Two people</h3>
          <Rows
            head={['asked, UTC', 'by', 'instruction', 'reason', 'became of it', 'second person']}
            rows={approvals.map((one) => [
              ...[timeOf(one['requestedAt']), text(one['requestedBy'])],
              ...[instructionOf(one['command'] as Line, currency), text(one['reason'])],
              ...[outcomeOf(one), text(one['approvedBy'] ?? one['refusedBy'])],
            ])}
          />
        </>
      )}
    </>
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const timeOf = (at: unknown): string | undefined =>
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
  return `waits until ${timeOf(expiresAt) ?? ''}`
}
