import type { z } from 'zod'
import type { RefusalCode } from '../../domain/refusal.ts'

/** Whether requests of this method carry a body. */
export const takesBody = (method: string): boolean => method !== 'get' && method !== 'delete'

/** What the document needs to know of an endpoint. */
export interface Operation {
  /** What we call it; made of method and path when it has no name. */
  operationId?: string
  method: string
  base: string
  path: string
  tag: string
  summary: string
  description?: string
  resource: string
  client?: boolean
  keyed?: boolean
  subject?: string
  form?: boolean
  files?: boolean
  reads?: { json?: z.ZodType; form?: z.ZodType }
  sendsOn?: 'always' | 'browsers'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Of an answer that is not JSON. */
  contentType?: string
  /** The status of its success; 200 when not given. */
  success?: number
  rejects: readonly RefusalCode[]
}
