/** What the gateway says when it refuses. */
export interface ProblemBody {
  code: string
  detail?: string
  requestId?: string
  errors?: { field: string; message: string }[]
}

/** A refusal of the gateway: `code` is what programs go by, `requestId` what its operator asks for. */
export class TollgateError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  /** Which fields are wrong, and why. */
  readonly errors: { field: string; message: string }[]

  constructor(status: number, { code, detail, requestId, errors = [] }: ProblemBody) {
    super(`${code}: ${detail ?? 'refused'}`)
    this.name = new.target.name
    this.status = status
    this.code = code
    this.requestId = requestId
    this.errors = errors
  }
}

/** 400 and 422: something in the request is wrong; sending it again changes nothing. */
export class InvalidRequestError extends TollgateError {}
/** 401: the secret, the token or the key is not good. */
export class AuthenticationError extends TollgateError {}
/** 403: it is good, but not for this. */
export class PermissionError extends TollgateError {}
export class NotFoundError extends TollgateError {}
/** 409: it does not fit the state that the payment is in. */
export class ConflictError extends TollgateError {}
export class RateLimitError extends TollgateError {}
/** 5xx: not now. It was repeated already. */
export class UnavailableError extends TollgateError {}

/** No answer came; what was keyed can be sent again with the same key. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('the gateway did not answer', { cause })
    this.name = 'ConnectionError'
  }
}

const byStatus: Record<number, typeof TollgateError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: InvalidRequestError,
  429: RateLimitError,
}

export function errorOf(status: number, text: string): TollgateError {
  const kind = byStatus[status] ?? (status >= 500 ? UnavailableError : TollgateError)
  return new kind(status, problemIn(text))
}

/** A proxy on the way may answer in words of its own. */
function problemIn(text: string): ProblemBody {
  try {
    const body = JSON.parse(text) as Partial<ProblemBody> | null
    if (typeof body?.code === 'string') return { ...body, code: body.code }
  } catch {
    // Not ours.
  }
  return { code: 'unknown', detail: text.slice(0, 200) }
}
