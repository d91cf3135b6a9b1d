import type { Request, Response } from 'express'
import type { Uses } from '../http/for-checkout.ts'
import { isLanguage } from './texts/texts.ts'
import type { Language } from './texts/texts.ts'
import { pagePath } from './subject.ts'

const SESSION = 'tollgate_pay'
const USE = 'tollgate_use'
const LANGUAGE = 'tollgate_lang'
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/**
 * Keeps the payer's token where no script and no address shows it. The path names one payment, so
 * that several can be paid side by side.
 */
export function keepSession(
  response: Response,
  { id, token, until, secure, framed }: Session,
): void {
  response.cookie(sessionName(secure), token, {
    httpOnly: true,
    // Inside a page of another site only such a cookie comes back, and only inside that site.
    ...(framed ? FRAMED : { sameSite: 'lax', secure }),
    path: pagePath(id),
    expires: new Date(until),
  })
}

interface Session {
  id: string
  token: string
  until: number
  secure: boolean
  framed: boolean
}

const FRAMED = { sameSite: 'none', secure: true, partitioned: true } as const

export const sessionOf = (request: Request, secure: boolean): string | undefined =>
  cookieOf(request, sessionName(secure))

/** Which payment this browser has begun by a payment link: whoever comes back is not in their own way. */
export function keepUse(
  response: Response,
  { path, paymentId, secure }: { path: string; paymentId: string; secure: boolean },
): void {
  const expires = new Date(Date.now() + DAY_MS)
  response.cookie(USE, paymentId, { httpOnly: true, sameSite: 'lax', secure, path, expires })
}

export function useOf(request: Request): string | undefined {
  const kept = cookieOf(request, USE)
  return kept !== undefined && /^[a-z]{16,64}$/.test(kept) ? kept : undefined
}

export function keepLanguage(response: Response, language: Language, secure: boolean): void {
  const expires = new Date(Date.now() + YEAR_MS)
  response.cookie(LANGUAGE, language, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/pay',
    expires,
  })
}

export function keptLanguage(request: Request): Language | undefined {
  const kept = cookieOf(request, LANGUAGE)
  return kept !== undefined && isLanguage(kept) ? kept : undefined
}

/** Whether browsers reach the page over https. */
export const isSecure = ({ config }: Uses<'config'>): boolean =>
  config.server.publicUrl.startsWith('https:')

/** The prefix makes browsers refuse the cookie from anything but https. */
const sessionName = (secure: boolean): string => (secure ? `__Secure-${SESSION}` : SESSION)

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim())
  const found = cookies.find((one) => one.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}
