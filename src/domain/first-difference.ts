export interface Difference {
  path: string
  left: unknown
  right: unknown
}

/** Where two JSON values part first, by the order of the left one; the order of members is nothing. */
export function firstDifference(left: unknown, right: unknown, path = ''): Difference | undefined {
  if (left === right) return undefined
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right))
    return { path, left, right }
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = path === '' ? name : `${path}.${name}`
    const difference = firstDifference(left[name], right[name], inner)
    if (difference) return difference
  }
  return undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
