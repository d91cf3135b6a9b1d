import type { z } from 'zod'
import { isMissing, ownWords } from '../../contract/wire/own-words.ts'
import { Refused } from '../refused.ts'
import type { FieldError } from '../refused.ts'

interface Part {
  schema: z.ZodType | undefined
  value: unknown
}

const MOST_ERRORS = 50

/** Judges every part of a request, then names everything that is wrong at once. */
export function checkFields<Name extends string>(parts: Record<Name, Part>): Record<Name, unknown> {
  const errors: FieldError[] = []
  const checked: Record<string, unknown> = {}
  for (const [name, { schema, value }] of Object.entries<Part>(parts)) {
    const parsed = schema?.safeParse(value, { error: ownWords, reportInput: true })
    checked[name] = parsed?.data ?? {}
    for (const issue of parsed?.error?.issues ?? []) errors.push(...errorsOf(issue, name))
  }
  if (errors.length > 0)
    throw new Refused('invalid_request', { errors: errors.slice(0, MOST_ERRORS) })
  return checked
}

function errorsOf(issue: z.core.$ZodIssue, part: string): FieldError[] {
  const path = issue.path.map(String)
  const message = isMissing(issue) ? 'is missing' : issue.message
  const names = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
  return names.map((name) => ({
    field: [...path, ...(name === undefined ? [] : [name])].join('.') || part,
    message,
  }))
}
