import { z } from 'zod'
import { defineConnector } from '../../definition.ts'
import { parseJson } from '../../http.ts'
import type { ThreeDs, ThreeDsCapabilities, ThreeDsWebhook } from '../../threeds.ts'
import { credential, settings } from '../account.ts'
import { createStripeHttp, plainAnswer } from '../http.ts'
import { isGenuine } from '../webhook.ts'
import { createClient } from './client.ts'
import { outcomes } from './outcomes.ts'

const events = [
  'three_d_secure.authentication.succeeded',
  'three_d_secure.authentication.failed',
  'three_d_secure.authentication.canceled',
  'three_d_secure.authentication.errored',
] as const

const Event = z.object({
  type: z.enum(events),
  data: z.object({ object: z.object({ id: z.string().regex(/^tdsa_\w{1,90}$/) }) }),
})

/** An event says that something has changed; what, is asked. */
const webhook: ThreeDsWebhook = {
  signature: 'Stripe-Signature',
  events,
  wakes(message, keys, now) {
    if (!isGenuine(message, keys, now)) return { type: 'forged' }
    const event = Event.safeParse(parseJson(message.rawBody))
    return event.success
      ? { type: 'news', serverTransId: event.data.data.object.id }
      : { type: 'nothing' }
  },
}

/** Stripe's standalone 3-D Secure: it authenticates for any acquirer and charges nothing. */
export const definition = defineConnector({
  name: 'stripe',
  kind: 'threeds',
  title: 'Stripe standalone 3-D Secure',
  capabilities: {
    method: 'during',
    challenge: true,
    app: false,
    results: 'pull',
    versions: ['2.1.0', '2.2.0', '2.3.1'],
  } satisfies ThreeDsCapabilities,
  settings,
  credential,
  outcomes,
  webhook,
  connect: (account, { secretKey }): ThreeDs =>
    createClient(createStripeHttp({ ...account, secretKey }), account),
  ask: async (account, { secretKey }, signal) =>
    plainAnswer(
      await createStripeHttp({ ...account, secretKey }).get(
        '/v1/three_d_secure/authentications',
        { limit: 1 },
        z.unknown(),
        signal,
      ),
    ),
})
