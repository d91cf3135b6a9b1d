import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { readCard } from '../cards.ts'
import type { Call } from '../provider.ts'
import {
  answerAuthorization,
  decideAuthorization,
  unprocessedAuthorization,
} from './authorization.ts'
import type { Issuer } from './authorization.ts'
import type { Desk } from './desk.ts'
import type { Disputes } from './disputes.ts'
import { isSale } from './books.ts'
import { readAuthorize } from './requests.ts'

interface Counter {
  desk: Desk
  issuer: Issuer
  slowAnswerMs: number
  disputes: Pick<Disputes, 'plan'>
}

export function authorize(call: Call, counter: Counter): Answer {
  const { desk, issuer, slowAnswerMs, disputes } = counter
  const request = readAuthorize(call.body)
  const { reference, kind, amountMinor, currency, card } = request
  const { books } = desk
  const { receivedAt } = call
  const { merchant } = request
  const asked = {
    operation: 'authorize' as const,
    reference,
    amountMinor,
    currency,
    receivedAt,
    ...(merchant && { merchant }),
  }

  const repeated = desk.repeat(asked)
  if (repeated) return repeated

  const scenario = readCard(card.number)?.scenario ?? 0
  const key = `authorize:${reference}`
  const unprocessed = unprocessedAuthorization(scenario, books.attempts.get(key) ?? 0)
  if (unprocessed) {
    const stubborn = scenario === 147 ? [books.attempted({ key: stubbornKey(reference) })] : []
    const entries = [books.attempted({ key }), ...stubborn]
    return desk.answer(asked, unprocessed, { result: 'none', entries })
  }

  const { responseCode } = call
  const decision =
    responseCode === undefined
      ? decideAuthorization(request, issuer, new Date())
      : { reference, responseCode }
  const processed = decision.authCode !== undefined
  const given = processed ? answerAuthorization(scenario, decision, slowAnswerMs) : ok(decision)
  const operated = books.operated({
    operation: 'authorize',
    reference,
    account: call.bearer,
    kind,
    amountMinor,
    currency,
    ...(card.cryptogram && { cryptogram: card.cryptogram }),
    decision,
    answer: given.body as typeof decision,
    processed,
  })
  return desk.answer(asked, given, {
    result: decision.responseCode,
    processed,
    entries: [
      operated,
      ...(processed && isSale(kind)
        ? disputes.plan(scenario, { reference, account: call.bearer, amountMinor, currency })
        : []),
    ],
  })
}

/** Marks an authorisation whose reversal fails at first (scenario 147). */
export const stubbornKey = (reference: string) => `stubborn:${reference}`
