import type { Request } from 'express'
import type { Device } from '../contract/device.ts'
import { Device as DeviceSchema } from '../contract/device.ts'
import type { InstrumentAttributes } from '../contract/instrument.ts'
import { hasExpired, isYearMonth } from '../domain/card-expiry.ts'
import { isCardNumber } from '../domain/cards/check-digit.ts'
import { addressOf } from '../http/for-checkout.ts'
import type { Method } from '../domain/instrument.ts'

/** Which form of the page was sent: a method, or what was asked for later. */
export type FormName = Method | 'CVV' | 'CODE' | 'APP' | 'DEVICE'
export type FieldName = 'instrumentNo' | 'expiry' | 'cvv' | 'code' | 'bankId' | 'app' | 'token'
export type Fields = Readonly<Record<string, string | undefined>>

export interface GivenForm {
  form: FormName
  /** The instrument is a whole one; otherwise it completes what is there. */
  replace: boolean
  instrument?: InstrumentAttributes
}

export interface WrongForm {
  form: FormName
  wrong: FieldName[]
}

/** What the payer typed, as the API would get it; or the fields that are wrong. */
export function readForm(fields: Fields): GivenForm | WrongForm | undefined {
  const form = fields['form'] ?? ''
  return Object.hasOwn(readers, form) ? readers[form as FormName](fields) : undefined
}

const readCard = (fields: Fields): GivenForm | WrongForm => {
  const instrumentNo = digitsOf(fields['instrumentNo'])
  const expDate = expDateOf(fields['expiry'])
  const cvv = digitsOf(fields['cvv'])
  const wrong: FieldName[] = []
  if (!isCardNumber(instrumentNo)) wrong.push('instrumentNo')
  if (expDate === undefined) wrong.push('expiry')
  if (!isCvv(cvv, instrumentNo)) wrong.push('cvv')
  if (expDate === undefined || wrong.length > 0) return { form: 'CARD', wrong }
  const instrument = { type: 'CARD' as const, instrumentNo, expDate, cvv }
  return { form: 'CARD', replace: true, instrument }
}

const readCode =
  (form: 'BLIK' | 'CODE') =>
  (fields: Fields): GivenForm | WrongForm => {
    const code = digitsOf(fields['code'])
    if (!/^\d{6}$/.test(code)) return { form, wrong: ['code'] }
    return { form, replace: form === 'BLIK', instrument: { type: 'BLIK_CODE', code } }
  }

const readBank = ({ bankId = '' }: Fields): GivenForm | WrongForm =>
  /^\d{1,6}$/.test(bankId)
    ? { form: 'PBL', replace: true, instrument: { type: 'PBL', bankId: Number(bankId) } }
    : { form: 'PBL', wrong: ['bankId'] }

const readWallet =
  (form: 'GPAY' | 'APAY' | 'C2P') =>
  ({ token = '' }: Fields): GivenForm | WrongForm => {
    if (token === '' || token.length > 32_768) return { form, wrong: ['token'] }
    const instrument = form === 'C2P' ? { type: form, payload: token } : { type: form, token }
    return { form, replace: true, instrument }
  }

const readCvv = (fields: Fields): GivenForm | WrongForm => {
  const cvv = digitsOf(fields['cvv'])
  if (!/^\d{3,4}$/.test(cvv)) return { form: 'CVV', wrong: ['cvv'] }
  return { form: 'CVV', replace: false, instrument: { cvv } }
}

const readApp = ({ app = '' }: Fields): GivenForm | WrongForm =>
  /^[\w-]{1,64}$/.test(app)
    ? { form: 'APP', replace: false, instrument: { app } }
    : { form: 'APP', wrong: ['app'] }

const readers: Record<FormName, (fields: Fields) => GivenForm | WrongForm> = {
  CARD: readCard,
  BLIK: readCode('BLIK'),
  PBL: readBank,
  GPAY: readWallet('GPAY'),
  APAY: readWallet('APAY'),
  C2P: readWallet('C2P'),
  CVV: readCvv,
  CODE: readCode('CODE'),
  APP: readApp,
  DEVICE: () => ({ form: 'DEVICE', replace: false }),
}

const digitsOf = (text = ''): string => text.replace(/[\s-]/g, '').slice(0, 32)

const isCvv = (cvv: string, number: string): boolean =>
  (number.startsWith('3') ? /^\d{4}$/ : /^\d{3}$/).test(cvv)

/** `12/30`, `1/30`, `12 / 2030` and `1230` all mean 203012. */
export function expDateOf(text = '', now = Date.now()): string | undefined {
  const compact = text.replace(/\s/g, '')
  const [, month = '', year = ''] =
    /^(\d{1,2})[/.-]?((?:20)?\d{2})$/.exec(compact) ?? /^(\d{2})(\d{2})$/.exec(compact) ?? []
  const expDate = `${year.length === 2 ? '20' : ''}${year}${month.padStart(2, '0')}`
  return isYearMonth(expDate) && !hasExpired(expDate, now) ? expDate : undefined
}

/** The payer's browser as 3-D Secure wants to know it; without a script its headers must do. */
export function deviceOf(request: Request, fields: Fields): Device {
  const told = {
    userAgent: request.get('user-agent')?.slice(0, 2048),
    acceptHeader: request.get('accept')?.slice(0, 2048),
  }
  const ip = addressOf(request) || undefined
  const language = request.get('accept-language')?.split(',')[0]?.slice(0, 35) ?? 'pl'
  const names = ['language', 'colorDepth', 'screenHeight', 'screenWidth', 'timezone'] as const
  const byScript = Object.fromEntries(names.map((name) => [name, fields[name]]))
  const browserData =
    fields['javascriptEnabled'] === 'true'
      ? { ...told, ...byScript, javascriptEnabled: true, javaEnabled: false }
      : { ...told, language, javascriptEnabled: false }
  const parsed = DeviceSchema.safeParse(without({ ip, browserData: without(browserData) }))
  return parsed.success ? parsed.data : { browserData: { javascriptEnabled: false } }
}

const without = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
