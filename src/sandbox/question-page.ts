import type { Response } from 'express'
import { hidden, html, sendPage } from './html.ts'

interface Question {
  action: string
  amount: string
  /** What comes back with the answer. */
  fields?: Record<string, string>
}

/** What an acquirer asks a payer in the middle of a charge, on a page of its own. */
export const askPayer = (response: Response, { action, amount, fields = {} }: Question): void =>
  sendPage(
    response,
    'Confirm with your bank',
    html`<div class="bank">
      <h1>Confirm with your bank</h1>
      <p>${amount}</p>
      <form method="post" action="${action}">
        ${hidden(fields)}
        <label for="otp">Code from the text message (123456 passes)</label>
        <input id="otp" name="otp" type="text" inputmode="numeric" autocomplete="one-time-code" />
        <button type="submit" class="primary">Confirm</button>
        <button type="submit" name="leave" value="yes">Cancel</button>
      </form>
    </div>`,
  )

/** Whether the payer gave the right code. */
export function hasPassed(form: unknown): boolean {
  const { otp, leave } = (form ?? {}) as Record<string, string | undefined>
  return leave === undefined && otp === '123456'
}

export const showOver = (response: Response): void =>
  sendPage(response, 'Over', html`<p>You can go back to the shop.</p>`, 404)
