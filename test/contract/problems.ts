import type { z } from 'zod'

/** The fields a schema complains about, as an error answer names them. */
export const problems = (schema: z.ZodType, value: unknown): string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'))

/** Every word of a schema's complaints, to look for what must not be in them. */
export const words = (schema: z.ZodType, value: unknown): string =>
  JSON.stringify(schema.safeParse(value).error?.issues ?? [])
