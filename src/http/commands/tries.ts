import type { Payment } from '../../domain/payment/payment.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import type { Uses } from '../services.ts'

type Looked = Uses<'ids' | 'payments'>

/** Statuses after which the order of a payment may be tried again. */
const failures: readonly string[] = ['REJECTED', 'CANCELLED', 'ERROR']

export const hasFailed = ({ phase }: Payment): boolean => failures.includes(statusOfPhase[phase])

/**
 * The id of the next try follows from those before it: two callers at the same time, and one who
 * repeats what a death has cut off, mean the same payment.
 */
export const retryIdOf = ({ ids }: Uses<'ids'>, { id }: Pick<Payment, 'id'>, attempt = 1): string =>
  attempt === 1 ? ids.keyed('retry', id) : ids.keyed('retry', id, String(attempt))

/** The new payments that were made from a failed one, in order; all but the last have failed. */
export async function triesOf(services: Looked, parent: Pick<Payment, 'id'>): Promise<Payment[]> {
  const tries: Payment[] = []
  for (;;) {
    const next = await services.payments.find(retryIdOf(services, parent, tries.length + 1))
    if (!next) return tries
    tries.push(next)
  }
}

/** The try that is open or has paid, a try of a failed try included: there is one at most. */
export async function standingTry(
  services: Looked,
  tries: readonly Payment[],
): Promise<Payment | undefined> {
  for (const one of tries.toReversed()) {
    const standing = hasFailed(one)
      ? await standingTry(services, await triesOf(services, one))
      : one
    if (standing) return standing
  }
  return undefined
}

/** Whether another try of the same order was made after this one and its payer's. */
export async function isSuperseded(services: Looked, { id, parentId }: Payment): Promise<boolean> {
  if (parentId === undefined) return false
  const [parent, tries] = await Promise.all([
    services.payments.find(parentId),
    triesOf(services, { id: parentId }),
  ])
  if (tries.at(-1)?.id !== id) return true
  return parent !== undefined && isSuperseded(services, parent)
}
