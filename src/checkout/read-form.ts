import type { Request } from 'express'
import type { Device } from '../contract/device.ts'
import { Device as DeviceSchema } from '../contract/device.ts'
import type { InstrumentAttributes } from '../contract/instrument.ts'
import { addressOf } from '../http/for-checkout.ts'
import type { Method } from '../domain/instrument.ts'
import { present } from '../domain/present.ts'
import {
  cardNumberProblem,
  codeProblem,
  compact,
  cvvProblem,
  expDateIn,
  expiryProblem,
} from './field-problems.ts'
import type { FieldProblem } from './field-problems.ts'

/** Which form of the page was sent: a method, or what was asked for later. */
export type FormName = Method | 'SAVED' | 'CVV' | 'CODE' | 'APP' | 'DEVICE'
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
  wrong: WrongFields
}

export type WrongFields = Partial<Record<FieldName, FieldProblem>>
export type Kept = Partial<Record<'expiry' | 'bankId', string>> & { form?: FormName }

/** What the payer typed, as the API would get it; or the fields that are wrong. */
export function readForm(fields: Fields): GivenForm | WrongForm | undefined {
  const form = fields['form'] ?? ''
  return Object.hasOwn(readers, form) ? readers[form as FormName](fields) : undefined
}

const readCard = (fields: Fields): GivenForm | WrongForm => {
  const { instrumentNo = '', expiry = '', cvv = '' } = fields
  const wrong = wrongOf({
    instrumentNo: cardNumberProblem(instrumentNo),
    expiry: expiryProblem(expiry, Date.now()),
    cvv: cvvProblem(cvv, instrumentNo),
  })
  const expDate = expDateIn(expiry)
  if (wrong || expDate === undefined) return { form: 'CARD', wrong: wrong ?? { expiry: 'noDate' } }
  const instrument = {
    type: 'CARD' as const,
    instrumentNo: compact(instrumentNo),
    expDate,
    cvv: compact(cvv),
  }
  return { form: 'CARD', replace: true, instrument }
}

/** Nothing at all when nothing is wrong. */
function wrongOf(problems: { [N in FieldName]?: FieldProblem | undefined }):
  | WrongFields
  | undefined {
  const wrong = present(problems) as WrongFields
  return Object.keys(wrong).length > 0 ? wrong : undefined
}

const readCode =
  (form: 'BLIK' | 'CODE') =>
  ({ code = '' }: Fields): GivenForm | WrongForm => {
    const wrong = wrongOf({ code: codeProblem(code) })
    if (wrong) return { form, wrong }
    const instrument = { type: 'BLIK_CODE' as const, code: compact(code) }
    return { form, replace: form === 'BLIK', instrument }
  }

const readBank = ({ bankId = '' }: Fields): GivenForm | WrongForm =>
  /^\d{1,6}$/.test(bankId)
    ? { form: 'PBL', replace: true, instrument: { type: 'PBL', bankId: Number(bankId) } }
    : { form: 'PBL', wrong: { bankId: 'empty' } }

const readWallet =
  (form: 'GPAY' | 'APAY' | 'C2P') =>
  ({ token = '' }: Fields): GivenForm | WrongForm => {
    if (token === '' || token.length > 32_768) return { form, wrong: { token: 'empty' } }
    const instrument = form === 'C2P' ? { type: form, payload: token } : { type: form, token }
    return { form, replace: true, instrument }
  }

const readCvv = ({ cvv = '' }: Fields): GivenForm | WrongForm => {
  const wrong = wrongOf({ cvv: cvvProblem(cvv) })
  return wrong
    ? { form: 'CVV', wrong }
    : { form: 'CVV', replace: false, instrument: { cvv: compact(cvv) } }
}

const readApp = ({ app = '' }: Fields): GivenForm | WrongForm =>
  /^[\w-]{1,64}$/.test(app)
    ? { form: 'APP', replace: false, instrument: { app } }
    : { form: 'APP', wrong: { app: 'empty' } }

const readers: Record<FormName, (fields: Fields) => GivenForm | WrongForm> = {
  CARD: readCard,
  BLIK: readCode('BLIK'),
  PBL: readBank,
  GPAY: readWallet('GPAY'),
  APAY: readWallet('APAY'),
  C2P: readWallet('C2P'),
  // The card itself is looked up: a page names it by a handle.
  SAVED: () => ({ form: 'SAVED', replace: true }),
  CVV: readCvv,
  CODE: readCode('CODE'),
  APP: readApp,
  DEVICE: () => ({ form: 'DEVICE', replace: false }),
}

/** What may be sent back to whoever has typed it: never a card number, nor a code. */
export const keptOf = ({ form, expiry, bankId }: Fields): Kept =>
  present({ form: form as FormName | undefined, expiry: expiry?.slice(0, 9), bankId })

/** The payer's browser as 3-D Secure wants to know it; without a script its headers must do. */
export function deviceOf(request: Request, fields: Fields): Device {
  const given = {
    userAgent: request.get('user-agent')?.slice(0, 2048),
    acceptHeader: request.get('accept')?.slice(0, 2048),
  }
  const ip = addressOf(request) || undefined
  const language = request.get('accept-language')?.split(',')[0]?.slice(0, 35) ?? 'pl'
  const names = ['language', 'colorDepth', 'screenHeight', 'screenWidth', 'timezone'] as const
  const byScript = Object.fromEntries(names.map((name) => [name, fields[name]]))
  const browserData =
    fields['javascriptEnabled'] === 'true'
      ? { ...given, ...byScript, javascriptEnabled: true, javaEnabled: false }
      : { ...given, language, javascriptEnabled: false }
  const parsed = DeviceSchema.safeParse(without({ ip, browserData: without(browserData) }))
  return parsed.success ? parsed.data : { browserData: { javascriptEnabled: false } }
}

const without = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
