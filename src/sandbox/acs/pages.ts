import type { Response } from 'express'
import { currencyOfNumeric, formatAmount } from '../currencies.ts'
import { hidden, html, sendPage } from '../html.ts'
import type { Authentication } from '../threeds/authentications.ts'

export function showChallenge(
  response: Response,
  authentication: Authentication,
  threeDSSessionData = '',
): void {
  const { acsTransID, merchantName, amountMinor, purchaseCurrency } = authentication
  const amount = formatAmount(amountMinor, currencyOfNumeric(purchaseCurrency))
  const what =
    amountMinor > 0
      ? html`You are paying <strong>${amount}</strong> to <strong>${merchantName}</strong>.`
      : html`<strong>${merchantName}</strong> wants to store your card.`
  sendPage(
    response,
    'Confirm with your bank',
    html`<div class="bank">
      <header>
        <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
          <path d="M24 4 6 14v4h36v-4z" fill="currentcolor" />
          <path d="M10 20h5v16h-5zm12 0h5v16h-5zm11 0h5v16h-5zM6 38h36v5H6z" fill="currentcolor" />
        </svg>
        <p>Test Bank · card security</p>
      </header>
      <h1>Confirm with your bank</h1>
      <p>${what}</p>
      <form method="post" action="/acs/decision">
        ${hidden({ acsTransID, ...(threeDSSessionData && { threeDSSessionData }) })}
        <label for="otp">Code from the text message (123456 passes)</label>
        <input
          id="otp"
          name="otp"
          type="text"
          inputmode="numeric"
          autocomplete="one-time-code"
          required
          autofocus
        />
        <button type="submit" class="primary">Confirm</button>
        <button type="submit" name="cancel" value="yes" formnovalidate>Cancel</button>
      </form>
    </div>`,
  )
}

/** Carries the fields to the merchant's side: by script, or by the payer's own click. */
export function showReturn(response: Response, url: string, fields: Record<string, string>): void {
  sendPage(
    response,
    'Back to the shop',
    html`<h1>Back to the shop</h1>
      <p>Your bank has finished.</p>
      <form method="post" action="${url}" data-continue>
        ${hidden(fields)}
        <button type="submit">Continue</button>
      </form>
      <script src="/assets/continue.js" defer></script>`,
  )
}

export function showProblem(response: Response): void {
  sendPage(
    response,
    'Nothing to confirm',
    html`<h1>Nothing to confirm</h1>
      <p>Your bank does not know this request. Please go back to the shop and start again.</p>`,
    400,
  )
}
