import { z } from 'zod'
import type { DisputeFacts } from '../../domain/dispute/facts.ts'
import { disputeReasons, moveKinds, stages } from '../../domain/dispute/words.ts'
import { present } from '../../domain/present.ts'
import { outcomeFrom } from '../outcome-from.ts'
import type { DisputeAnswer, DisputeDesk, DisputeNews, EvidenceItem } from '../disputes.ts'
import { refusalWords, segment } from '../http.ts'
import type { Answer, Http } from '../http.ts'

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

/** A dispute as this protocol tells of it, in messages and in answers. */
const DisputeView = z.object({
  disputeId: z.string().regex(/^[\w-]{1,64}$/),
  reference: z.string().max(100),
  stage: z.enum(stages),
  status: z.enum(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'WITHDRAWN']),
  reason: z.enum(disputeReasons),
  networkReason: z.exactOptional(z.string().max(20)),
  amountMinor: z.int().positive(),
  dueBy: z.exactOptional(moment),
  at: moment,
  moves: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        kind: z.enum(moveKinds),
        amountMinor: z.int().positive(),
        at: moment,
      }),
    )
    .max(100),
})
type DisputeView = z.infer<typeof DisputeView>

export function createDisputeDesk(http: Http): DisputeDesk {
  const pathOf = (providerRef: string) => `/disputes/${segment(providerRef)}`
  return {
    inquire: async (providerRef, signal) =>
      answerOf(await http.get(pathOf(providerRef), DisputeView, signal)),
    submit: async ({ reference, providerRef, items }, signal) => {
      const body = { reference, evidence: items.map(shownItem) }
      return answerOf(await http.post(`${pathOf(providerRef)}/submit`, body, DisputeView, signal))
    },
    accept: async ({ reference, providerRef }, signal) =>
      answerOf(
        await http.post(`${pathOf(providerRef)}/accept`, { reference }, DisputeView, signal),
      ),
  }
}

/** What a message says; undefined when it is none of a dispute. */
export function parseDisputeMessage(body: unknown): DisputeNews | undefined {
  const parsed = DisputeView.safeParse(body)
  if (!parsed.success) return undefined
  const { disputeId: providerRef, reference } = parsed.data
  return { providerRef, charge: { reference }, facts: factsOf(parsed.data) }
}

const shownItem = ({ kind, mediaType, content }: EvidenceItem) => ({
  kind,
  mediaType,
  ...(mediaType === 'text/plain'
    ? { text: content.toString('utf8') }
    : { data: content.toString('base64') }),
})

function answerOf(answer: Answer<DisputeView>): DisputeAnswer {
  return outcomeFrom<DisputeView, string, DisputeAnswer, DisputeAnswer>(
    answer,
    (body) => ({ type: 'disputed', facts: factsOf(body) }),
    (refusal) => ({ type: 'invalid', detail: refusalWords(refusal) }),
  )
}

const factsOf = (view: DisputeView): DisputeFacts => {
  const { stage, status, reason, networkReason, amountMinor, dueBy, at, moves } = view
  return {
    word: { stage, status, reason, amountMinor, at, ...present({ networkReason, dueBy }) },
    moves: moves.map(({ id, kind, amountMinor: minor, at: movedAt }) => ({
      moveId: id,
      kind,
      amountMinor: minor,
      at: movedAt,
    })),
  }
}
