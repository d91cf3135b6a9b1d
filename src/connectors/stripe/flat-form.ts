import type { Params } from './http.ts'

type Value = string | number | boolean | null | undefined

/** Nested parameters in the spelling of Stripe's forms: `card[number]`, `expand[0]`. */
export const flatForm = (params: object): Params =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]: [string, Value | object]) =>
      fieldsOf(name, value),
    ),
  )

function fieldsOf(name: string, value: Value | object): [string, string | number | boolean][] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, value]]
  return Object.entries(value).flatMap(([part, inner]: [string, Value | object]) =>
    fieldsOf(`${name}[${part}]`, inner),
  )
}
