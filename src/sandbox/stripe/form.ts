import { InvalidField } from '../fields.ts'
import type { Fields } from '../fields.ts'

export function metadataIn(body: Fields): Record<string, string> {
  const found = Object.entries(body).flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key === undefined ? [] : [[key, String(value)] as const]
  })
  return Object.fromEntries(found)
}

export function wholeAmount(body: Fields, name: string): number {
  const value = field(body, name)
  if (!/^[1-9]\d{0,7}$/.test(value)) throw new InvalidField(name, 'a whole amount of 1 to 8 digits')
  return Number(value)
}

export function field(body: Fields, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new InvalidField(name, 'given')
  return value
}
