import fc from 'fast-check'
import { nastyTexts } from '../../support/nasty-texts.ts'
import { resolved } from './documented.ts'
import type { Parameter, ParameterSchema, Query } from './documented.ts'

/** Queries of which some fit what the document says, some almost, and some not at all. */
export function queriesOf(
  parameters: readonly Parameter[],
  howMany: number,
  seed: number,
): Query[] {
  const known = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, schema, required }) => {
      const value = fc.oneof(
        { arbitrary: fittingTexts(schema), weight: 6 },
        { arbitrary: strangeTexts, weight: 1 },
      )
      const given = fc.option(value, { nil: undefined, freq: required ? 9 : 2 })
      return given.map((one) => [name, one] as const)
    })
  const unknown = fc
    .option(fc.constantFrom('colour', 'constructor', 'Limit'), { nil: undefined, freq: 2 })
    .map((name) => [name ?? '', name] as const)
  const rare = fc.oneof({ arbitrary: fc.constant(['', undefined] as const), weight: 20 }, unknown)
  const queries = fc
    .tuple(fc.tuple(...known), rare)
    .map(([pairs, other]) => [...pairs, other].filter(([, value]) => value !== undefined))
  return fc
    .sample(queries, { numRuns: howMany, seed })
    .map((pairs) => Object.fromEntries(pairs) as Query)
}

type Texts = fc.Arbitrary<string | string[]>

const strangeTexts: Texts = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ maxLength: 700, unit: 'grapheme' }),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.array(fc.constantFrom('PENDING', 'payment.pending', '1'), { maxLength: 22, minLength: 2 }),
)

/** Texts that the document would take. */
function fittingTexts(given: ParameterSchema): Texts {
  const schema = resolved(given)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fittingTexts))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const make = makers[schema.type ?? '']
  if (!make) throw new Error(`nobody knows how to make ${JSON.stringify(schema)}`)
  return make(schema)
}

const makers: Record<string, ((schema: ParameterSchema) => Texts) | undefined> = {
  integer: ({ minimum, maximum }) =>
    fc.integer({ min: minimum ?? -100, max: maximum ?? 100 }).map(String),
  number: ({ minimum, maximum, exclusiveMaximum }) =>
    fc
      .double({
        noNaN: true,
        min: minimum ?? -100,
        max: maximum ?? exclusiveMaximum ?? 100,
        maxExcluded: exclusiveMaximum !== undefined,
      })
      .map(String),
  array: ({ items = {}, maxItems = 3 }) =>
    fc.array(fittingTexts(items), { minLength: 2, maxLength: maxItems }) as Texts,
  string: ({ format, pattern = '^.*$', minLength = 0, maxLength = 1_000 }) =>
    format === 'date-time'
      ? moments
      : fc
          .stringMatching(new RegExp(pattern))
          .filter((text) => text.length >= minLength && text.length <= maxLength),
}

const two = (most: number) => fc.nat(most).map((number) => String(number).padStart(2, '0'))

/** Moments of every year and from every clock, some a little beyond. */
const moments: Texts = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    }),
    fc.stringMatching(/^(\.\d{1,10})?$/),
    fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), two(15), two(59))
        .map(([sign, ...at]) => sign + at.join(':')),
    ),
  )
  .map(([date, decimals, zone]) => date.toISOString().slice(0, 19) + decimals + zone)
