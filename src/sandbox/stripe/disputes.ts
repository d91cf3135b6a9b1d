import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Call, Provider } from '../provider.ts'
import type { Scheduler } from '../scheduler.ts'
import { newId } from './books.ts'
import type { Books, Done, Intent } from './books.ts'
import { missing, stripeError } from './dialect.ts'
import { disputeView, newDispute, newMovements, verdictOn, warningView } from './dispute-book.ts'
import type { Course, Dispute } from './dispute.ts'

interface DisputeParts {
  provider: Provider
  journal: Journal
  scheduler: Scheduler
  books: Books
  /** How long a cardholder, and then its bank, takes. */
  laterMs: number
  notify(type: string, object: object, account: string): Entry[]
}

export interface Disputes {
  /** What a charge leads to, with a card of this course: a dispute a little later. */
  plan(intent: Intent, course: Course): Entry
  submit(call: Call): Done
  close(call: Call): Done
}

/** Cardholders who dispute, and the bank that decides; each change is an event, each move as well. */
export function createDisputes(parts: DisputeParts): Disputes {
  const { provider, journal, scheduler, books, laterMs, notify } = parts

  const change = (before: Dispute | undefined, after: Dispute, event: string): Entry[] => {
    const movements = newMovements(before, after)
    const news = (type: string) =>
      notify(`charge.dispute.${type}`, disputeView(after), after.account)
    return [
      books.disputes.save(after),
      ...movements.map(books.movements.save),
      ...news(event),
      ...movements.flatMap(({ amount }) =>
        news(amount < 0 ? 'funds_withdrawn' : 'funds_reinstated'),
      ),
    ]
  }

  const disputing = scheduler.handle<{ intent: string; course: Course }>(
    'stripe.dispute',
    ({ intent: id, course }) => {
      const intent = books.intents.all.get(id)
      if (!intent) return
      const isThere = [...books.disputes.all.values()].some((one) => one.intent === id)
      if (course.status === 'early_fraud_warning')
        journal.record(...warningOf(parts, intent, course))
      else if (!isThere) journal.record(...change(undefined, newDispute(intent, course), 'created'))
    },
  )
  const deciding = scheduler.handle<{ id: string }>('stripe.decide', ({ id }) => {
    const dispute = books.disputes.all.get(id)
    const isOpen = dispute?.status.endsWith('under_review')
    const decided = dispute && isOpen ? verdictOn(dispute) : undefined
    const isEnd = decided?.status !== 'needs_response'
    if (dispute && decided)
      journal.record(...change(dispute, decided, isEnd ? 'closed' : 'updated'))
  })

  const withDispute = (call: Call, act: (dispute: Dispute) => Done): Done => {
    const dispute = books.disputes.all.get(call.params['id'] ?? '')
    return dispute?.account === call.bearer ? act(dispute) : { answer: missing }
  }
  provider.get('/v1/disputes/:id', 'disputeInquire', (call) => {
    const { answer } = withDispute(call, (dispute) => ({ answer: ok(disputeView(dispute)) }))
    return answer
  })

  return {
    plan: ({ id }, course) => disputing({ intent: id, course }, laterMs),
    submit: (call) =>
      withDispute(call, (dispute) => {
        const evidence = evidenceIn(call, books)
        if (!dispute.status.endsWith('needs_response') || !evidence) return { answer: refused }
        const isSent = call.body['submit'] === 'true'
        const after = withEvidence(dispute, evidence, isSent)
        const later = isSent ? [deciding({ id: dispute.id }, laterMs)] : []
        return {
          answer: ok(disputeView(after)),
          entries: [...change(dispute, after, 'updated'), ...later],
        }
      }),
    close: (call) =>
      withDispute(call, (dispute) => {
        if (!dispute.status.endsWith('needs_response')) return { answer: refused }
        const lost = dispute.status.startsWith('warning_') ? 'warning_closed' : 'lost'
        const after = { ...dispute, status: lost }
        return { answer: ok(disputeView(after)), entries: change(dispute, after, 'closed') }
      }),
  }
}

/** As it happens, the same event comes twice. */
function warningOf({ notify }: DisputeParts, intent: Intent, course: Course): Entry[] {
  const object = warningView(intent, course)
  const news = notify('radar.early_fraud_warning.created', object, intent.account)
  return [...news, ...news]
}

const withEvidence = (dispute: Dispute, evidence: string[], isSent: boolean): Dispute => ({
  ...dispute,
  evidence: [...dispute.evidence, ...evidence],
  ...(isSent && {
    status: dispute.status.replace('needs_response', 'under_review'),
    submissions: dispute.submissions + 1,
  }),
})

/** What was put forward; undefined when a file is named that nobody has sent. */
function evidenceIn({ body, bearer }: Call, { files }: Books): string[] | undefined {
  const given = Object.entries(body).flatMap(([name, value]) =>
    name.startsWith('evidence[') ? [String(value)] : [],
  )
  const isThere = (text: string) =>
    !text.startsWith('file_') || files.all.get(text)?.account === bearer
  return given.every(isThere) ? given : undefined
}

const refused: Answer = stripeError(400, {
  type: 'invalid_request_error',
  message: 'This dispute takes no evidence.',
})

/** `POST /v1/files`: what it is was read from the parts of the form. */
export function createFile({ body, bearer }: Call, { files }: Books): Done {
  if (body['purpose'] !== 'dispute_evidence' || !(Number(body['size']) > 0))
    return { answer: stripeError(400, { type: 'invalid_request_error' }) }
  const id = newId('file')
  const view = { id, object: 'file', purpose: body['purpose'], size: Number(body['size']) }
  return { answer: ok(view), entries: [files.save({ id, account: bearer })] }
}
