import { z } from 'zod'
import { defineConnector } from '../definition.ts'
import { createHttp } from '../http.ts'
import { NOBODY, ownCredentialWithWebhook, ownSettings } from '../own-protocol.ts'
import { createBlik } from './index.ts'
import type { Blik, BlikCapabilities } from '../blik.ts'
import { outcomes, statuses } from './mapping.ts'

/** The invented provider of BLIK. */
export const definition = defineConnector({
  name: 'sandbox',
  kind: 'blik',
  title: 'Tollgate BLIK protocol',
  capabilities: {
    codes: true,
    aliases: true,
    cancellation: true,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BlikCapabilities,
  settings: ownSettings,
  credential: ownCredentialWithWebhook,
  outcomes,
  webhook: { signature: 'Signature', events: statuses },
  connect: (settings, { key }): Blik => createBlik({ ...settings, key }),
  ask: (settings, { key }, signal) =>
    createHttp({ ...settings, key }).get(`/payments/${NOBODY}`, z.unknown(), signal),
})
