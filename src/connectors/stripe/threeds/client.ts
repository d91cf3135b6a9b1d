import { segment } from '../../http.ts'
import type {
  AuthenticationOutcome,
  AuthenticationRequest,
  ThreeDs,
  Verdict,
} from '../../threeds.ts'
import { requestorOf } from '../../requestor.ts'
import type { RequestorSettings } from '../../requestor.ts'
import { findIn, sinceSeconds } from '../find.ts'
import { flatForm } from '../flat-form.ts'
import type { StripeAnswer, StripeHttp } from '../http.ts'
import { Authentication, authenticationFor, sameAuthentication } from './object.ts'
import { outcomeOf, resultOf } from './outcomes.ts'
import { createParams, mayFingerprint } from './params.ts'
import type { SubmitParams } from './params.ts'

const PATH = '/v1/three_d_secure/authentications'

/** What is known of an authentication after a call; a verdict where there is none to know of. */
type Known = { found: Authentication } | { end: Verdict }

/**
 * 3-D Secure of Stripe, for whichever acquirer. Nothing that a browser says is a proof: the state is
 * read from Stripe. A create whose answer was lost is made again under its key, and then looked for.
 */
export const createClient = (http: StripeHttp, settings: Partial<RequestorSettings>): ThreeDs => ({
  async authenticate(request, signal) {
    if (request.sdk) return { type: 'refused', because: 'stripe has no app channel' }
    if (request.isNetworkToken)
      return { type: 'refused', because: 'stripe takes card numbers only' }
    if (request.method) return outcomeAfter(await submit(http, request.method, signal))
    const known = await create(http, request, settings, signal)
    if ('end' in known) return known.end
    const { id, status, fingerprinting_url: url } = known.found
    if (status !== 'requires_submission') return outcomeOf(known.found)
    if (url !== undefined && mayFingerprint(request))
      return { type: 'profile', serverTransId: id, url }
    return outcomeAfter(await submit(http, { serverTransId: id }, signal))
  },

  async result(id, signal) {
    const answer = await read(http, id, signal)
    if (answer.type === 'answered') return resultOf(answer.body)
    return { type: isMissing(answer) ? 'notFound' : 'unknown' }
  },
})

async function create(
  http: StripeHttp,
  request: AuthenticationRequest,
  settings: Partial<RequestorSettings>,
  signal?: AbortSignal,
): Promise<Known> {
  const { reference, organization } = request
  const sentAt = Date.now()
  const params = flatForm(createParams(request, requestorOf(settings, organization)))
  const post = { path: PATH, key: reference, params }
  const send = () => http.post(post, authenticationFor(reference), signal)
  const first = await send()
  const answer = isLost(first) ? await send() : first
  if (!isLost(answer)) return knownOf(answer)
  const query = { limit: 100, 'created[gte]': sinceSeconds(sentAt) }
  const isIt = ({ metadata }: Authentication) => metadata?.['reference'] === reference
  const listed = await findIn(http, { path: PATH, query, schema: Authentication, isIt }, signal)
  return listed.type === 'found' ? { found: listed.object } : knownOf(answer)
}

/** What was submitted before says so when it is read; only what still waits is sent once more. */
async function submit(
  http: StripeHttp,
  { serverTransId: id, result }: { serverTransId: string; result?: string },
  signal?: AbortSignal,
): Promise<Known> {
  const params: SubmitParams = result === undefined ? {} : { fingerprinting_result: result }
  const post = {
    path: `${PATH}/${segment(id)}/submit`,
    key: `${id}-submit`,
    params: flatForm(params),
  }
  const send = () => http.post(post, sameAuthentication(id), signal)
  const answer = await send()
  if (answer.type === 'answered') return { found: answer.body }
  const now = await read(http, id, signal)
  if (now.type !== 'answered') return knownOf(isLost(answer) ? now : answer)
  return now.body.status === 'requires_submission' ? knownOf(await send()) : { found: now.body }
}

const read = (http: StripeHttp, id: string, signal?: AbortSignal) =>
  http.get(`${PATH}/${segment(id)}`, {}, sameAuthentication(id), signal)

const isLost = (answer: StripeAnswer<unknown>): boolean =>
  answer.type === 'noAnswer' && answer.because !== 'garbled'

const isMissing = (answer: StripeAnswer<unknown>): boolean =>
  answer.type === 'refused' && answer.error.code === 'resource_missing'

/** Only silence and a server in trouble are called unavailable: whoever can be silenced opens no door. */
function knownOf(answer: StripeAnswer<Authentication>): Known {
  switch (answer.type) {
    case 'answered':
      return { found: answer.body }
    case 'refused': {
      const { type, code = '' } = answer.error
      return { end: { type: 'refused', because: `${type} ${code}`.trim() } }
    }
    case 'noAnswer':
      if (answer.because === 'garbled') return { end: { type: 'refused', because: 'garbled' } }
      return { end: { type: 'unavailable', because: answer.because } }
    case 'notSent':
      return { end: { type: 'unavailable', because: 'notSent' } }
  }
}

function outcomeAfter(known: Known): AuthenticationOutcome {
  if ('end' in known) return known.end
  if (known.found.status !== 'requires_submission') return outcomeOf(known.found)
  return { type: 'refused', because: 'not taken' }
}
