import type { z } from 'zod'
import { Refused } from '../refused.ts'
import type { FieldError } from '../refused.ts'

interface Part {
  schema: z.ZodType | undefined
  value: unknown
}

/** Judges every part of a request, then names everything that is wrong at once. */
export function checkFields<Name extends string>(parts: Record<Name, Part>): Record<Name, unknown> {
  const errors: FieldError[] = []
  const checked: Record<string, unknown> = {}
  for (const [name, { schema, value }] of Object.entries<Part>(parts)) {
    const parsed = schema?.safeParse(value)
    checked[name] = parsed?.data ?? {}
    for (const issue of parsed?.error?.issues ?? []) {
      errors.push({ field: issue.path.map(String).join('.') || name, message: issue.message })
    }
  }
  if (errors.length > 0) throw new Refused('invalid_request', { errors: errors.slice(0, 50) })
  return checked
}
