import type { End } from '../evidence.ts'
import type { Rule } from './rule.ts'

const final = ['COMPLETED', 'SETTLED', 'REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED']

/** Nothing is left half done: each is at its end, or waits for a payer and says for what. */
export const nothingIsStuck: Rule = ({ ends }) =>
  ends.flatMap((end) => {
    const text = stuck(end)
    return text === undefined ? [] : [{ subject: end.id, text }]
  })

function stuck(end: End): string | undefined {
  const pending = end.transactions.find(({ status }) => status === 'PENDING')
  // The charge of a payment whose payer is asked is open with it.
  const waits = end.dataRequest !== undefined
  if (waits) return undefined
  if (!final.includes(end.status)) return `is ${end.status} without a reason`
  return pending && `is ${end.status} with its ${pending.type} ${pending.transId} open`
}
