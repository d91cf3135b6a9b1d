import { z } from 'zod'
import { momentProblem } from '../../domain/texts/moment.ts'

const BEYOND_ALL_AMOUNTS = 1_000_000_000
/** What the document can say of it: no year 0, at most nine decimals, no clock beyond 14 hours. */
const MOMENT =
  '^(000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})-\\d\\d-\\d\\d' +
  'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?' +
  '(Z|[+-]((0\\d|1[0-3]):[0-5]\\d|14:00))$'

/** A moment that the database can hold: in a query, or in a body. */
export const moment = (description: string) =>
  z.iso
    .datetime({ offset: true, error: 'must be a time of ISO 8601', abort: true })
    .superRefine((text, context) => {
      const message = momentProblem(text)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    })
    .describe(description)
    .meta({ pattern: MOMENT })

/** A whole number, as the text that a query has for it. */
export const wholeNumberText = (from: number, to: number, what: string, description: string) => {
  const problem = `must be ${what} from ${String(from)} to ${String(to)}`
  return z
    .string(problem)
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) >= from && Number(text) <= to, problem)
    .transform(Number)
    .describe(description)
    .meta({ type: 'integer', minimum: from, maximum: to })
}

/** How long an answer may be held back until there is something to tell. */
export const waitSeconds = (description: string) =>
  wholeNumberText(0, 30, 'a number of seconds', description)

/** An amount in major units, as the text that a query has for it. */
export const amountText = (description: string) =>
  z
    .string('must be an amount')
    .refine(
      (text) => /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number(text) < BEYOND_ALL_AMOUNTS,
      'must be an amount such as 99.99',
    )
    .transform(Number)
    .describe(description)
    .meta({ type: 'number', minimum: 0, exclusiveMaximum: BEYOND_ALL_AMOUNTS })

/** The name of something of ours: what could not have come from us is not looked for. */
export const ownName = (maxLength: number, description: string) =>
  z
    .string('must be text')
    .regex(
      new RegExp(String.raw`^[\w.-]{1,${String(maxLength)}}$`),
      `must be as it was given: letters, digits, - _ and ., at most ${String(maxLength)}`,
    )
    .describe(description)

/** One or several of them: the parameter may be repeated. */
export const repeatable = <T extends z.ZodType>(one: T) =>
  z.union([one, z.array(one).min(1).max(20)]).transform((given) => [given].flat() as z.output<T>[])
