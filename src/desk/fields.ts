import { z } from 'zod'

const LONGEST = 10_000

/** Words; on the command line and in the document they stand for what is named. */
export const text = (standsFor: string, description: string) =>
  z.string().min(1).max(LONGEST).meta({ description, 'x-stands-for': standsFor })

export const oneOf = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  standsFor: string,
  description: string,
) => z.enum(names).meta({ description, 'x-stands-for': standsFor })

export const flag = (description: string) => z.boolean().optional().meta({ description })

/** What stands in a file of the operator's machine, as JSON. */
export const jsonFile = <Schema extends z.ZodType>(
  schema: Schema,
  sample: string,
  description: string,
) => schema.meta({ description, 'x-file': 'json', 'x-sample': sample })

/** A file of the operator's machine. */
export const textFile = (sample: string, description: string) =>
  z
    .strictObject({ name: z.string().max(LONGEST), text: z.string() })
    .meta({ description, 'x-file': 'text', 'x-sample': sample })

export const merchantId = text('merchantId', 'of the merchant')
export const reason = text('text', 'why, for the audit')
/** Wanted wherever another person is asked. */
export const reasonForTwo = text('text', 'why, for the other person and the audit').optional()
