import { z } from 'zod'
import { isCurrency } from '../domain/currency.ts'
import type { Currency } from '../domain/currency.ts'
import { holdsCardNumber } from '../domain/cards/card-number-in-text.ts'

/**
 * `\p{Cc}` in the form that every regular expression engine reads: the API document carries these
 * patterns to generators in all languages.
 */
const CONTROLS = String.raw`\x00-\x1F\x7F-\x9F`
export const noControls = new RegExp(`^[^${CONTROLS}]*$`)
const mailWord = String.raw`[^\s@<>"${CONTROLS}]+`
const emailPattern = new RegExp(String.raw`^${mailWord}@${mailWord}\.[^\s@<>".${CONTROLS}]+$`)

/** A member that may be left out. Bodies drop `null` first, so it is there or it is not. */
export const optional = z.exactOptional

/** Members that are checked and then left alone, with the reason as their description. */
export const unused = <Shape extends z.ZodRawShape>(shape: Shape, why: string): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).describe(why)]),
  ) as unknown as Shape

/** Text without control characters, at most so long. A card number has no business in it. */
export const text = (maxLength: number, description: string) =>
  anyText(maxLength, description).refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)

/** The same where a card number belongs. */
export const anyText = (maxLength: number, description: string) =>
  z
    .string('must be text')
    .min(1, 'must not be empty')
    .max(maxLength, `must have at most ${String(maxLength)} characters`)
    .regex(noControls, 'must not contain control characters')
    .describe(description)

export const hasNoCardNumber = (value: string): boolean => !holdsCardNumber(value)

export const CARD_NUMBER_PROBLEM = 'must not contain a card number'

export const oneOf = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  description: string,
) => z.enum(values, `must be one of ${values.join(', ')}`).describe(description)

export const yesNo = (description: string) =>
  z.boolean('must be true or false').describe(description)

export const wholeNumber = (from: number, to: number, description: string) => {
  const problem = `must be a whole number from ${String(from)} to ${String(to)}`
  return z.int(problem).min(from, problem).max(to, problem).describe(description)
}

export const Id = z
  .string('must be an id')
  .regex(/^[\w-]{1,64}$/, 'must be an id: letters, digits, - and _, at most 64')

export const Email = z
  .string('must be an e-mail address')
  .max(254, 'must have at most 254 characters')
  .regex(emailPattern, 'must be an e-mail address')
  .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
  .describe('E-mail address')

export const CurrencyCode = z
  .string('must be a currency of ISO 4217')
  .regex(/^[A-Z]{3}$/, { error: 'must be a currency of ISO 4217', abort: true })
  .refine((code): code is Currency => isCurrency(code), {
    error: 'must be a currency of ISO 4217',
    abort: true,
  })
  .describe('Alphabetic code of ISO 4217')
  .meta({ examples: ['PLN'] })

export const Country = z
  .string('must be a country code')
  .regex(/^([A-Za-z]{2}|[A-Za-z]{3})$/, 'must be a country code of two or three letters')
  .describe('ISO 3166-1, alpha-2 or alpha-3')

export const WebAddress = z
  .string('must be a web address')
  .max(2048, 'must have at most 2048 characters')
  .refine((url) => URL.canParse(url), 'must be an absolute web address')
  .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)

export const Time = z.iso.datetime({ precision: 3 }).describe('RFC 3339, UTC, with milliseconds')
