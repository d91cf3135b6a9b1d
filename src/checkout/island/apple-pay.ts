import { toBase64 } from './to-base64.ts'

const VERSION = 3
const TIMEOUT_MS = 15_000

interface Session {
  onvalidatemerchant: () => void
  onpaymentauthorized: (event: { payment: { token: { paymentData: unknown } } }) => void
  oncancel: () => void
  completeMerchantValidation(session: unknown): void
  completePayment(status: number): void
  abort(): void
  begin(): void
}

interface Sessions {
  new (version: number, order: object): Session
  canMakePayments(): boolean
  STATUS_SUCCESS: number
}

/** Apple's sheet: our server vouches for the merchant, and the payer's device gives the token. */
export function openApplePay(order: object, { dataset }: HTMLFormElement): () => Promise<string> {
  const { ApplePaySession } = window as unknown as { ApplePaySession?: Sessions }
  if (!ApplePaySession?.canMakePayments()) throw new Error('no wallet')
  return () =>
    new Promise((resolve, reject) => {
      const session = new ApplePaySession(VERSION, order)
      session.onvalidatemerchant = () => {
        sessionOf(dataset.session ?? '')
          .then((validated) => session.completeMerchantValidation(validated))
          .catch(() => {
            session.abort()
            reject(new Error('the merchant was not validated'))
          })
      }
      session.onpaymentauthorized = ({ payment }) => {
        session.completePayment(ApplePaySession.STATUS_SUCCESS)
        resolve(toBase64(JSON.stringify(payment.token.paymentData)))
      }
      session.oncancel = () =>
        reject(Object.assign(new Error('closed'), { statusCode: 'CANCELED' }))
      session.begin()
    })
}

async function sessionOf(address: string): Promise<unknown> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { apaySession } = (await answer.json()) as { apaySession?: string }
  if (apaySession === undefined) throw new Error('no session')
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(apaySession), codeOf)))
}

const codeOf = (character: string): number => character.charCodeAt(0)
