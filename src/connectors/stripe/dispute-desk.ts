import { z } from 'zod'
import { outcomeFrom } from '../outcome-from.ts'
import type { DisputeAnswer, DisputeDesk, EvidenceItem } from '../disputes.ts'
import type { EvidenceKind } from '../../domain/dispute/words.ts'
import { segment } from '../http.ts'
import { factsOf, sameDispute } from './dispute.ts'
import type { StripeDispute } from './dispute.ts'
import type { Params, StripeAnswer, StripeHttp } from './http.ts'
import type { StripeError } from './objects.ts'

/** Where each kind belongs at Stripe, as a file and as a text; what has no place of its own is told together. */
const places: Readonly<Record<EvidenceKind, { file: string; text?: string }>> = {
  customer_communication: { file: 'customer_communication' },
  receipt: { file: 'receipt' },
  shipping_proof: { file: 'shipping_documentation' },
  service_proof: { file: 'service_documentation' },
  refund_policy: { file: 'refund_policy', text: 'refund_policy_disclosure' },
  cancellation_policy: { file: 'cancellation_policy', text: 'cancellation_policy_disclosure' },
  duplicate_proof: { file: 'duplicate_charge_documentation', text: 'duplicate_charge_explanation' },
  customer_signature: { file: 'customer_signature' },
  access_log: { file: 'uncategorized_file', text: 'access_activity_log' },
  other: { file: 'uncategorized_file' },
}

const StripeFile = z.object({ id: z.string().regex(/^file_\w{1,200}$/) })

export const createDisputeDesk = (http: StripeHttp): DisputeDesk => {
  const pathOf = (id: string) => `/v1/disputes/${segment(id)}`
  return {
    inquire: async (id, signal) =>
      answerOf(await http.get(pathOf(id), {}, sameDispute(id), signal)),
    submit: async ({ reference, providerRef: id, items }, signal) => {
      const files: Record<string, string> = {}
      for (const item of items.filter(isFile)) {
        // A file that nobody refers to does nothing: it may be sent again under its name.
        const name = `${reference}-${item.kind}`
        const sent = await http.upload(
          { key: name, purpose: 'dispute_evidence', name, ...item },
          StripeFile,
          signal,
        )
        if (sent.type !== 'answered') return nothingSubmitted(sent)
        files[`evidence[${places[item.kind].file}]`] = sent.body.id
      }
      const params: Params = { ...files, ...textsOf(items), submit: true }
      const post = { path: pathOf(id), key: reference, params }
      return answerOf(await http.post(post, sameDispute(id), signal))
    },
    accept: async ({ reference, providerRef: id }, signal) => {
      const post = { path: `${pathOf(id)}/close`, key: reference, params: {} }
      return answerOf(await http.post(post, sameDispute(id), signal))
    },
  }
}

const isFile = ({ mediaType }: EvidenceItem): boolean => mediaType !== 'text/plain'

function textsOf(items: readonly EvidenceItem[]): Params {
  const texts = items.filter((item) => !isFile(item))
  const own = texts.flatMap(({ kind, content }) => {
    const { text } = places[kind]
    return text === undefined ? [] : [[`evidence[${text}]`, content.toString('utf8')] as const]
  })
  const others = texts
    .filter(({ kind }) => places[kind].text === undefined)
    .map(({ kind, content }) => `${kind}:\n${content.toString('utf8')}`)
  return {
    ...Object.fromEntries(own),
    ...(others.length > 0 && { 'evidence[uncategorized_text]': others.join('\n\n') }),
  }
}

/** The dispute itself was not touched yet, so that it is certain that nothing was submitted. */
const nothingSubmitted = (answer: StripeAnswer<unknown>): DisputeAnswer =>
  answer.type === 'refused'
    ? { type: 'invalid', detail: `a file was refused: ${answer.error.type}` }
    : { type: 'notSent' }

function answerOf(answer: StripeAnswer<StripeDispute>): DisputeAnswer {
  return outcomeFrom<StripeDispute, StripeError, DisputeAnswer, DisputeAnswer>(
    answer,
    (body) => ({ type: 'disputed', facts: factsOf(body, Date.now()) }),
    ({ error }) => ({ type: 'invalid', detail: error.code ?? error.type }),
  )
}
