import type { FieldError } from '../../../src/http/refused.ts'

/** What no schema can say: each is told in words beside the member, or in the introduction. */
const unsayable: readonly RegExp[] = [
  /^must not contain a card number$/,
  /^must be a card number with a right check digit$/,
  /^must not be past$/,
  // Depends on the currency, of which the schema knows only the form.
  /^must be a positive amount/,
  /^must be a currency of ISO 4217$/,
  /^must be an absolute web address$/,
  // One member depends on another.
  /^is needed for /,
  /^does not fit the type of the instrument$/,
  /^must (not )?be (MARKETPLACE|PREAUTH) w/,
  /^must not exceed the amount of the part$/,
  // There are members, but `null`, empty or unknown ones: nothing that counts.
  /^must (have|name) (an instrument|at least one|one token|the token)/,
  /^must have at most 8000 characters as JSON$/,
  // Well-formed, and in another year once its offset is taken off.
  /^must be of a year from 1 to 9999$/,
  // How dark it is.
  /^must be # and six digits, dark enough for white letters$/,
  // A document can only name parameters, never forbid the others.
  /^is not a filter of this list$/,
]

/** One of two members is needed: the first is named. */
const isEither = ({ field, message }: FieldError): boolean =>
  field === 'instrument.instrumentNo' && message === 'is missing'

/** Whether one of these could have been known from the document. */
export const isSayable = (problems: readonly FieldError[]): boolean =>
  !problems.some((one) => isEither(one) || unsayable.some((words) => words.test(one.message)))

/** What counts as absent, and is therefore taken where the schema would want something else. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value ?? {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== '' && member !== null)
      .map(([name, member]) => [name, withoutEmpty(member)]),
  )
}
