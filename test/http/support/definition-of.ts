import type { z } from 'zod'

/** What a schema is made of, as far as a walk over all members needs it. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: readonly z.ZodType[]
}

export const definitionOf = (schema: z.ZodType): Definition => schema.def
