/** The same value with every text in it changed, at any depth; without a change it is the value itself. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const mapped = items.map((one) => mapTexts(one, change))
    return mapped.some((one, at) => one !== items[at]) ? mapped : items
  }
  if (!isPlain(value)) return value
  const entries = Object.entries(value)
  const mapped = entries.map(([name, one]) => [name, mapTexts(one, change)] as const)
  return mapped.some(([, one], at) => one !== entries[at]?.[1]) ? Object.fromEntries(mapped) : value
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
