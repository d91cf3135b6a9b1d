/** The JSON object that a caller sent, not yet trusted. */
export type Fields = Record<string, unknown>

export class InvalidField extends Error {
  readonly field: string
  constructor(field: string, needed: string) {
    super(`${field} must be ${needed}`)
    this.field = field
  }
}

export function text(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new InvalidField(name, 'a text')
  return value
}

export function optionalText(fields: Fields, name: string): string | undefined {
  return fields[name] === undefined || fields[name] === null ? undefined : text(fields, name)
}

export function amount(fields: Fields, name = 'amountMinor'): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new InvalidField(name, 'an amount in minor units')
  return value
}

export function oneOf<Choice extends string>(
  fields: Fields,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = fields[name] as Choice
  if (!choices.includes(value)) throw new InvalidField(name, `one of ${choices.join(', ')}`)
  return value
}

export function object(fields: Fields, name: string): Fields {
  const value = optionalObject(fields, name)
  if (!value) throw new InvalidField(name, 'an object')
  return value
}

export function optionalObject(fields: Fields, name: string): Fields | undefined {
  const value = fields[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidField(name, 'an object')
  return value as Fields
}
