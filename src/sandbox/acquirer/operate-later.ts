import { hang, ok, refuse } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../provider.ts'
import { stubbornKey } from './authorize.ts'
import type { Desk, Asked } from './desk.ts'
import { decideLater, fateOf, isAcknowledged } from './later-decision.ts'
import type { Later } from './later-decision.ts'
import { readLater, readReversal } from './requests.ts'
import type { LaterRequest } from './requests.ts'

/** Capture, adjustment and refund. */
export function operateLater(operation: Exclude<Later, 'reverse'>, call: Call, desk: Desk): Answer {
  const request = readLater(call.body)
  const asked = askedOf(operation, request, call)
  const repeated = desk.repeat(asked)
  if (repeated) return repeated
  if (fateOf(operation, request) === 'notDone') return desk.answer(asked, hang, { result: 'none' })
  return decide(operation, asked, request, desk)
}

const failuresOfStubborn = 3

export function reverse(call: Call, desk: Desk): Answer {
  const request = readReversal(call.body)
  const { reference, originalReference } = request
  const { attempts, attempted } = desk.books
  const asked = askedOf('reverse', request, call)
  const repeated = desk.repeat(asked)
  if (repeated) return repeated

  const key = `reverse:${originalReference}`
  const failures = attempts.get(key) ?? 0
  if (attempts.has(stubbornKey(originalReference)) && failures < failuresOfStubborn) {
    const entries = [attempted({ key })]
    return desk.answer(asked, refuse(500, 'internal_error'), { result: 'none', entries })
  }
  // A cancel that got no answer is repeated by the gateway, and done the second time.
  const cancelKey = `cancel:${reference}`
  if (fateOf('reverse', request) === 'notDone' && !attempts.has(cancelKey))
    return desk.answer(asked, hang, { result: 'none', entries: [attempted({ key: cancelKey })] })
  return decide('reverse', asked, request, desk)
}

function decide(
  operation: Later,
  asked: Asked,
  request: LaterRequest,
  { books, answer }: Desk,
): Answer {
  const decision = decideLater(operation, request, books)
  const result = decision.responseCode
  const processed = operation === 'reverse' ? isAcknowledged(decision) : result === '00'
  const previousMinor = books.accountOf(request.originalReference)?.authorizedMinor ?? 0
  const adjusted = operation === 'adjust' ? { previousMinor } : {}
  const operated = books.operated({ operation, ...request, ...adjusted, decision, processed })
  const isLost = fateOf(operation, request) === 'answerLost' && processed
  const given: Answer = isLost ? { ...ok(decision), delivery: 'cut' } : ok(decision)
  return answer(asked, given, { result, processed, entries: [operated] })
}

function askedOf(operation: Later, request: LaterRequest, { receivedAt }: Call): Asked {
  const { reference, amountMinor, currency } = request
  return { operation, reference, amountMinor, currency, receivedAt }
}
