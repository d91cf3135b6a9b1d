import type { Payment } from './payment.ts'

/** True while the payer's next step is still being found out: a challenge, a bank's page, a choice. */
export function inMotion({ phase, calls, merchant, way }: Payment): boolean {
  if (phase === 'opening' || phase === 'authenticating') return true
  if (phase === 'routing') return merchant.waysFirst === true
  if (phase === 'authorizing') return way?.authentication?.by === 'acquirer'
  const [first] = calls
  return phase === 'awaitingPayer' && (first?.kind === 'blikPay' || first?.kind === 'bankStart')
}
