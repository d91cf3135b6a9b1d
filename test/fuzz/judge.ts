import { present } from '../../src/domain/present.ts'
import type { FieldError } from '../../src/http/refused.ts'
import { documented } from '../contract/support/documented.ts'
import { isSayable, withoutEmpty } from '../contract/support/unsayable.ts'
import { checkAnswer } from '../support/check-answer.ts'
import type { Made } from './requests.ts'

export interface Answered {
  status: number
  isJson: boolean
  text: string
  body: unknown
}

/** What no schema can say and no field can show: only the server knows what is there. */
const known: readonly RegExp[] = [
  /^instrument\.bank is not a bank that we know$/,
  /^instrument\.instrument(No|Ref) is not a usable token$/,
  // Of an instrument that was not given before.
  /^instrument\.type is missing$/,
  /^(after|cursor) is no event of yours$/,
  /^cursor must be the nextCursor of an earlier page of this list$/,
  /^expiresAt must be in the future$/,
  /^resendSince must be within the last 30 days$/,
  /^pageMethods must not name /,
  // Two times that do not fit each other.
  /^from must be at most a year before to$/,
  // Whether an address may be called depends on the installation.
  /^\S*(url|URL|asyncNotify) must /,
]

/** What is wrong with an answer to a request; undefined when nothing is. */
export function problemOf(made: Made, answer: Answered): string | undefined {
  if (answer.status >= 500) return `${String(answer.status)} ${answer.text.slice(0, 200)}`
  if (answer.status >= 400 && !answer.isJson) return `${String(answer.status)} is not JSON`
  return disagreementOf(made, answer) ?? surpriseIn(made, answer)
}

/** The document and the server say different things of the same request. */
function disagreementOf(made: Made, { status, body }: Answered): string | undefined {
  const { parameters, body: sent, leanBody } = saidOf(made)
  const isTaken = status >= 200 && status < 300
  const unfit = parameters ?? leanBody
  if (isTaken && unfit !== undefined) return `invalid and accepted (${unfit})`
  const { code, errors = [] } = (body ?? {}) as { code?: string; errors?: FieldError[] }
  const isRefused = status === 400 && code === 'invalid_request'
  const isKnown = errors.some(({ field, message }) =>
    known.some((words) => words.test(`${field} ${message}`)),
  )
  const isFit = parameters === undefined && sent === undefined
  return isRefused && isFit && isSayable(errors) && !isKnown
    ? `valid and rejected (${JSON.stringify(errors)})`
    : undefined
}

/** What the document has against parameters and body, and against the body without what counts as absent. */
function saidOf({ endpoint, params, query, headers, body }: Made) {
  const { bodyProblem, ...says } = documented(endpoint.operationId ?? '')
  const sent = {
    'Idempotency-Key': headers['idempotency-key'],
    'X-Request-Id': headers['x-request-id'],
  }
  const judged = endpoint.reads ? undefined : bodyProblem
  return {
    parameters:
      says.pathProblem(params) ?? says.queryProblem(query) ?? says.headerProblem(present(sent)),
    body: judged?.(body),
    leanBody: judged?.(body) && judged(withoutEmpty(body)),
  }
}

/** A status, a code or a shape that the document does not promise. */
function surpriseIn({ endpoint, target }: Made, { status, text, isJson, body }: Answered) {
  if (!isJson) return undefined
  try {
    checkAnswer(endpoint.method.toUpperCase(), target, { status, text, body: body as never })
    return undefined
  } catch (error) {
    return (error as Error).message.slice(0, 500)
  }
}
