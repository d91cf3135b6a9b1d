import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { isLanguage } from './texts/texts.ts'
import type { Language } from './texts/texts.ts'

const SESSION = 'tollgate_portal'
const LANGUAGE = 'tollgate_lang'
const DEVICE = 'tollgate_device'
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const HALF_YEAR_MS = 180 * DAY_MS

/** No script reads it, no other site sends it with a form, and it ends with the browser. */
export function keepSession(response: Response, token: string, secure: boolean): void {
  response.cookie(sessionName(secure), token, { ...attributes(secure), sameSite: 'lax' })
}

export function forgetSession(response: Response, secure: boolean): void {
  response.clearCookie(sessionName(secure), { ...attributes(secure), sameSite: 'lax' })
}

export const sessionOf = (request: Request, secure: boolean): string | undefined =>
  cookieOf(request, sessionName(secure))

/** Whom somebody signs in as. */
export interface SignedName {
  merchantId: string
  name: string
}

/** By what the browser is known again when its person signs in; it opens nothing by itself. */
export function keepDevice(
  response: Response,
  who: SignedName,
  device: string,
  secure: boolean,
): void {
  const expires = new Date(Date.now() + HALF_YEAR_MS)
  const options = { ...attributes(secure), sameSite: 'strict', expires } as const
  response.cookie(deviceName(who, secure), device, options)
}

export const deviceOf = (request: Request, who: SignedName, secure: boolean): string | undefined =>
  cookieOf(request, deviceName(who, secure))

/** People who share a browser have a cookie each. */
function deviceName({ merchantId, name }: SignedName, secure: boolean): string {
  const person = createHash('sha256').update(`${merchantId}/${name}`).digest('hex').slice(0, 8)
  return `${secure ? '__Host-' : ''}${DEVICE}_${person}`
}

export function keepLanguage(response: Response, language: Language, secure: boolean): void {
  const expires = new Date(Date.now() + YEAR_MS)
  response.cookie(LANGUAGE, language, { ...attributes(secure), sameSite: 'lax', expires })
}

export function keptLanguage(request: Request): Language | undefined {
  const kept = cookieOf(request, LANGUAGE)
  return kept !== undefined && isLanguage(kept) ? kept : undefined
}

/** With the prefix browsers take it from this very host only, and over https only. */
const sessionName = (secure: boolean): string => (secure ? `__Host-${SESSION}` : SESSION)

const attributes = (secure: boolean) => ({ httpOnly: true, secure, path: '/' }) as const

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((one) => one.trim())
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
}
