import { z } from 'zod'
import { defineConnector } from '../definition.ts'
import { createHttp } from '../http.ts'
import { NOBODY, ownCredentialWithWebhook, ownSettings } from '../own-protocol.ts'
import { createTokenServices } from './index.ts'
import type { TokenCapabilities, TokenService, TokenServiceName } from './types.ts'

/** The networks' token services of the sandbox. */
export const definition = defineConnector({
  name: 'sandbox',
  kind: 'tokens',
  title: 'Tollgate token service protocol',
  capabilities: {
    services: ['vts', 'scof'],
    cryptograms: true,
    visuals: true,
    lifecycleMessages: true,
  } satisfies TokenCapabilities,
  settings: ownSettings,
  credential: ownCredentialWithWebhook,
  outcomes: { ACTIVE: 'stored', REFUSED: 'refused', DISCARDED: 'discarded' },
  webhook: { signature: 'Signature', events: ['ACTIVE', 'SUSPENDED', 'DISCARDED', 'RENEWED'] },
  connect: (settings, { key }): Record<TokenServiceName, TokenService> =>
    createTokenServices({ ...settings, key }),
  ask: (settings, { key }, signal) =>
    createHttp({ ...settings, key }).get(`/vts/tokens/${NOBODY}`, z.unknown(), signal),
})
