import type { core } from 'zod'

type Issue = core.$ZodRawIssue

/** What is wrong with a value, where its schema has no words of its own. No value is ever quoted. */
export const ownWords = (issue: Issue): string =>
  (words as Record<string, ((issue: Issue) => string) | undefined>)[issue.code]?.(issue) ??
  'is not as it must be'

const words: { [Code in Issue['code']]?: (issue: Extract<Issue, { code: Code }>) => string } = {
  invalid_type: ({ expected }) => `must be ${kinds[expected] ?? expected}`,
  invalid_value: ({ values }) =>
    values.length === 1
      ? `must be ${String(values[0])}`
      : `must be one of ${values.map(String).join(', ')}`,
  invalid_union: ({ errors }) => errors[0]?.[0]?.message ?? 'is of no form that is taken',
  too_big: ({ origin, maximum }) => bound(origin, `at most ${String(maximum)}`),
  too_small: ({ origin, minimum }) => bound(origin, `at least ${String(minimum)}`),
  unrecognized_keys: () => 'is not known',
}

const kinds: Readonly<Record<string, string | undefined>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

const bound = (origin: string, most: string): string => {
  if (origin === 'string') return `must have ${most} characters`
  return origin === 'array' ? `must have ${most}` : `must be ${most}`
}

const NEVER_THERE = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

/** A member that was needed and not given: more to the point than what it ought to have been. */
export const isMissing = ({ code, input }: { code: string; input?: unknown }): boolean =>
  NEVER_THERE.has(code) && input === undefined
