import { statusOf, titleOf } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { isUnreachable } from '../process/is-unreachable.ts'
import { Refused } from './refused.ts'
import type { FieldError } from './refused.ts'
import { present } from '../domain/present.ts'

/** The one body of every error: the members of RFC 9457 and the names that clients look for. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: RefusalCode
  message: string
  description: string
  error: RefusalCode
  requestId: string
  paymentStatus?: string
  paymentId?: string
  tokenizerId?: string
  errors?: FieldError[]
}

export function problemOf(refused: Refused, requestId: string): Problem {
  const { code, message: detail, options } = refused
  return {
    type: `urn:tollgate:error:${code}`,
    title: titleOf(code),
    status: statusOf(code),
    detail,
    code,
    message: detail,
    description: detail,
    error: code,
    requestId,
    ...present({ paymentStatus: options.paymentStatus }),
    ...options.lookAt,
    ...present({ errors: options.errors }),
  }
}

export function problemHeaders({ code, options }: Refused): Record<string, string> {
  return { ...standardHeaders(statusOf(code)), ...options.headers }
}

/** Whatever was thrown, as the refusal that the caller may see of it. */
export function refusedBy(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (isUnreachable(error)) return new Refused('unavailable')
  // Express throws these for addresses that cannot be decoded: there is nothing there.
  if (error instanceof URIError) return new Refused('not_found')
  return new Refused('internal_error')
}

function standardHeaders(status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer realm="tollgate"' }
  if (status === 429 || status === 503) return { 'retry-after': '1' }
  return {}
}
