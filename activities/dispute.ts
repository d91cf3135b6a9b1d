import type { Addressed } from '../src/connectors/acquirer.ts'
import type { DisputeAnswer, DisputeDesk, EvidenceItem } from '../src/connectors/disputes.ts'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { readVia } from '../src/domain/actor/via.ts'
import { required } from '../src/domain/assert.ts'
import type { Deps } from './deps.ts'
import { askAgain, callProvider, definite } from './provider-call.ts'
import { sendOnce } from './send-once.ts'

interface Asking {
  step: string
  maySend?: () => Promise<boolean>
  send: (desk: DisputeDesk, signal: AbortSignal) => Promise<DisputeAnswer>
}

/** A dispute's words with its provider. What is sent has its mark first, and is never sent a second time. */
export const createDisputeActivities = (deps: Deps) => ({
  disputeInquire: async (request: CallRequest): Promise<Outcome> => {
    const { about } = request.call
    // An execution that was thought lost finds its mark closed, and sends nothing after this question.
    if (about) await deps.intents.close(about.reference, request.ownerId)
    const answer = await ask(deps, request, {
      step: 'disputeInquire',
      send: ({ inquire }, signal) => inquire(nameOf(request), signal),
    })
    return definite('disputeInquire', answer)
  },

  disputeSubmit: async (request: CallRequest): Promise<Outcome> => {
    const items = await itemsOf(deps, request)
    if (!items) return { type: 'invalid', detail: 'the evidence is not there any more' }
    return sendOnce(deps, request, (maySend) =>
      ask(deps, request, {
        step: 'disputeSubmit',
        maySend,
        send: ({ submit }, signal) => submit({ ...orderOf(request), items }, signal),
      }),
    )
  },

  disputeAccept: (request: CallRequest): Promise<Outcome> =>
    sendOnce(deps, request, (maySend) =>
      ask(deps, request, {
        step: 'disputeAccept',
        maySend,
        send: ({ accept }, signal) => accept(orderOf(request), signal),
      }),
    ),
})

/** An account that cannot be opened now is tried again; nothing has left by then. Some are only told of. */
async function ask(
  deps: Deps,
  request: CallRequest,
  { step, maySend, send }: Asking,
): Promise<DisputeAnswer> {
  const desk = await deps.acquirer.disputesOf(addressOf(request).to)
  if (!desk) throw askAgain(request.call.kind)
  if (desk === 'nowhere')
    return { type: 'invalid', detail: 'it is answered at the provider itself' }
  return callProvider(deps.metrics, {
    provider: 'acquirer',
    step,
    ownerId: request.ownerId,
    maySend,
    send: (signal) => send(desk, signal),
  })
}

const nameOf = ({ dispute }: CallRequest): string => required(dispute, 'dispute').providerRef

const orderOf = (request: CallRequest) => ({
  reference: request.call.reference,
  providerRef: nameOf(request),
})

const addressOf = ({ via, merchantId }: CallRequest): Addressed =>
  via === undefined ? {} : { to: { merchantId, ...readVia(via) } }

async function itemsOf(
  { evidence: store }: Deps,
  { dispute, merchantId }: CallRequest,
): Promise<EvidenceItem[] | undefined> {
  const named = required(dispute, 'dispute').evidence ?? []
  const contents = await store.openAll(
    merchantId,
    named.map(({ ref }) => ref),
  )
  const items = named.flatMap(({ kind, mediaType, ref }) => {
    const content = contents.get(ref)
    return content ? [{ kind, mediaType, content }] : []
  })
  return items.length === named.length ? items : undefined
}
