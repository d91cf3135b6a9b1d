import { present } from '../../domain/present.ts'
import { providerWords } from '../../domain/reasons/given-reason.ts'
import type { StartOutcome, TransferRequest } from '../bank.ts'
import type { P24Http } from './http.ts'
import type { Terms } from './terms.ts'
import { commonFields, emailOf, noEmail } from './terms.ts'
import { register } from './register.ts'
import { returnSign } from './return.ts'

/** The payer gets an address to pay at, at the bank that was chosen; nobody can pay before. */
export async function startTransfer(
  http: P24Http,
  terms: Terms,
  transfer: TransferRequest,
  signal?: AbortSignal,
): Promise<StartOutcome> {
  const email = emailOf(transfer.email, terms)
  if (email === undefined) return { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail: noEmail }
  const { orderId: reference, amountMinor, currency, title, returnUrl, notifyUrl } = transfer
  const more = {
    ...commonFields(terms, { email, description: title }),
    method: Number(transfer.bank),
    urlReturn: returnAddress(returnUrl, reference, http.options.crc),
    timeLimit: minutesUntil(transfer.validUntil),
    ...present({ urlStatus: notifyUrl }),
  }
  const begun = await register(http, { reference, amountMinor, currency, more }, terms, signal)
  switch (begun.type) {
    case 'registered':
      return { type: 'started', redirectUrl: `${http.options.url}/trnRequest/${begun.token}` }
    case 'refused': {
      const { code, words } = begun.error
      const detail = providerWords(`Przelewy24 says ${code} ${words}`)
      return { type: 'refused', rejectCode: 'SYSTEM_ERROR', detail }
    }
    case 'notSent':
      return { type: 'notSent' }
    default:
      return { type: 'unknown' }
  }
}

/** Where the browser comes back to; signed by us, because they sign nothing there. */
function returnAddress(url: string, reference: string, crc: string): string {
  const back = new URL(url)
  back.searchParams.set('session', reference)
  back.searchParams.set('sign', returnSign(reference, crc))
  return back.href
}

const minutesUntil = (validUntil: string): number =>
  Math.min(99, Math.max(1, Math.ceil((Date.parse(validUntil) - Date.now()) / 60_000)))
