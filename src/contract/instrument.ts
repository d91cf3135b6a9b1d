import { z } from 'zod'
import { hasExpired, isYearMonth } from '../domain/card-expiry.ts'
import { isCardNumber } from '../domain/cards/check-digit.ts'
import { instruments } from '../domain/instrument.ts'
import type { InstrumentType } from '../domain/instrument.ts'
import { anyText, oneOf, optional, text } from './fields.ts'

type WireType = InstrumentType | 'BLIK'
const wireTypes: [WireType, ...WireType[]] = [
  'BLIK',
  ...(Object.keys(instruments) as InstrumentType[]),
]

const encrypted = (what: string) =>
  z
    .string('must be a compact JWE')
    .max(4096, 'must have at most 4096 characters')
    .regex(/^[\w-]+(\.[\w-]*){4}$/, 'must be a compact JWE')
    .describe(`${what}, as compact JWE to a key of /.well-known/jwks.json`)

const sealed = (description: string) =>
  z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(32_768, 'must have at most 32768 characters')
    .describe(description)

export const ExpDate = z
  .string('must be a month, YYYYMM')
  .regex(/^\d{4}(0[1-9]|1[0-2])$/, { error: 'must be a month, YYYYMM', abort: true })
  .refine(isYearMonth, 'must be a month, YYYYMM')
  .refine((month) => !isYearMonth(month) || !hasExpired(month, Date.now()), 'must not be past')
  .describe('YYYYMM')
  .meta({ examples: ['203012'] })

export const TokenNumber = anyText(64, 'Our number of a stored card (COF)')

export const Cvv = z
  .string('must be three or four digits')
  .regex(/^\d{3,4}$/, 'must be three or four digits')
  .describe('Never stored')

/** Any attributes of an instrument, each well-formed; whether they suffice depends on its type. */
export const InstrumentAttributes = z
  .object({
    type: optional(oneOf(wireTypes, 'BLIK alone means BLIK_CODE')),
    instrumentNo: optional(anyText(64, 'Card number (CARD) or our token number (COF)')),
    encInstrumentNo: optional(encrypted('Card number (CARD) or our token number (COF)')),
    instrumentRef: optional(text(128, 'Network token (SCOF, VTS)')),
    token: optional(
      sealed(
        "The wallet's token in base64 (APAY, GPAY). Of Apple Pay EC_v1 alone: RSA_v1, which Apple " +
          'makes only where elliptic curves are not allowed (mainland China), is never taken',
      ),
    ),
    expDate: optional(ExpDate),
    encExpDate: optional(encrypted('Expiry date YYYYMM')),
    cvv: optional(Cvv),
    encCvv: optional(encrypted('Card verification code')),
    code: optional(
      z
        .string('must be six digits')
        .regex(/^\d{6}$/, 'must be six digits')
        .describe('BLIK code. Never stored'),
    ),
    alias: optional(text(128, 'BLIK alias (BLIK_UID, BLIK_PAYID)')),
    app: optional(text(64, 'Which app, when the alias is ambiguous')),
    provider: optional(text(16, 'Intermediary of a bank transfer')),
    bank: optional(text(64, 'Bank of a bank transfer (PBL)')),
    bankId: optional(z.int('must be a whole number').describe('Or its number')),
    payload: optional(sealed('Signed checkout response (C2P)')),
    cardMask: optional(text(32, 'Taken and not used')),
  })
  .meta({ id: 'InstrumentAttributes' })
export type InstrumentAttributes = z.infer<typeof InstrumentAttributes>
type Attribute = keyof InstrumentAttributes

/** What each type needs; of the attributes inside a pair one is enough. */
export const needs: Record<WireType, readonly (readonly Attribute[])[]> = {
  CARD: [
    ['instrumentNo', 'encInstrumentNo'],
    ['expDate', 'encExpDate'],
  ],
  COF: [['instrumentNo', 'encInstrumentNo']],
  SCOF: [['instrumentRef']],
  VTS: [['instrumentRef']],
  APAY: [['token']],
  GPAY: [['token']],
  C2P: [['payload']],
  BLIK_CODE: [['code']],
  BLIK_UID: [['alias']],
  BLIK_PAYID: [['alias']],
  PBL: [['bank', 'bankId']],
  BLIK: [],
}

/** What is missing or wrong, given the type; messages never quote a value. */
export function instrumentProblems(
  instrument: InstrumentAttributes,
): { field: Attribute; message: string }[] {
  const { type, instrumentNo } = instrument
  if (type === undefined) return [{ field: 'type', message: 'is missing' }]
  const missing = needs[type]
    .filter((choices) => choices.every((attribute) => instrument[attribute] === undefined))
    .map((choices) => ({ field: choices[0] as Attribute, message: `is needed for ${type}` }))
  const isWrongNumber = type === 'CARD' && instrumentNo !== undefined && !isCardNumber(instrumentNo)
  return isWrongNumber ? [...missing, { field: 'instrumentNo', message: CARD_PROBLEM }] : missing
}

export const CARD_PROBLEM = 'must be a card number with a right check digit'

/** An instrument that suffices; the CVV may still come later. */
export const Instrument = InstrumentAttributes.superRefine((instrument, context) => {
  for (const { field, message } of instrumentProblems(instrument))
    context.addIssue({ code: 'custom', path: [field], message })
}).meta({ id: 'Instrument' })

/** Enough to look a card up: no expiry date is needed for that. */
export const CardNumber = InstrumentAttributes.pick({
  type: true,
  instrumentNo: true,
  encInstrumentNo: true,
})
  .superRefine(({ type = 'CARD', instrumentNo, encInstrumentNo }, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (type !== 'CARD' && type !== 'COF') add('type', 'must be CARD or COF')
    if (instrumentNo === undefined && encInstrumentNo === undefined)
      add('instrumentNo', 'is missing')
    if (type === 'CARD' && instrumentNo !== undefined && !isCardNumber(instrumentNo))
      add('instrumentNo', CARD_PROBLEM)
  })
  .meta({ id: 'CardNumber' })
export type CardNumber = z.infer<typeof CardNumber>

const isNetworkToken = (type: WireType | undefined): boolean => type === 'SCOF' || type === 'VTS'

/** The same, or a network's token by its reference. */
export const KnownCard = InstrumentAttributes.pick({
  type: true,
  instrumentNo: true,
  encInstrumentNo: true,
  instrumentRef: true,
})
  .superRefine((given, context) => {
    const { type, instrumentRef } = given
    if (!isNetworkToken(type)) {
      const problems = CardNumber.safeParse(given).error?.issues ?? []
      for (const { path, message } of problems)
        context.addIssue({
          code: 'custom',
          path,
          message: path[0] === 'type' ? 'must be CARD, COF, SCOF or VTS' : message,
        })
    } else if (instrumentRef === undefined)
      context.addIssue({ code: 'custom', path: ['instrumentRef'], message: 'is missing' })
  })
  .meta({ id: 'KnownCard' })
export type KnownCard = z.infer<typeof KnownCard>
