import { readCard } from './cards.ts'
import { html } from './html.ts'
import { hasPassed } from './question-page.ts'

/** What follows when a payer has filled in a form for cards, or has answered his bank. */
export type CardStep = 'pay' | 'refuse' | 'ask'

/** By the scenario that the number of a test card names; every other one pays. */
export function stepOf(form: unknown): CardStep {
  const { number = '', asked } = (form ?? {}) as Record<string, string | undefined>
  if (asked !== undefined) return hasPassed(form) ? 'pay' : 'refuse'
  const scenario = readCard(number.replace(/ /g, ''))?.scenario ?? 0
  if (scenario === 102) return 'ask'
  return scenario >= 120 && scenario <= 127 ? 'refuse' : 'pay'
}

/** What comes back with the answer to the bank's question. */
export const ASKED = { asked: 'yes' }

export const cardForm = html`<form method="post" action="">
  <label for="number">Card number (4000 0000 0000 1026 is asked about)</label>
  <input id="number" name="number" type="text" inputmode="numeric" autocomplete="cc-number" />
  <button type="submit" class="primary">Pay</button>
</form>`
