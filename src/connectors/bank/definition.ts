import { defineConnector } from '../definition.ts'
import { createHttp } from '../http.ts'
import { ownCredentialWithWebhook, ownSettings } from '../own-protocol.ts'
import { createBank } from './index.ts'
import type { Bank, BankCapabilities } from '../bank.ts'
import { Banks, outcomes } from './mapping.ts'

/** The invented provider of bank transfers. */
export const definition = defineConnector({
  name: 'sandbox',
  kind: 'bank',
  title: 'Tollgate bank transfer protocol',
  capabilities: {
    cancellation: true,
    lateMoney: true,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BankCapabilities,
  settings: ownSettings,
  credential: ownCredentialWithWebhook,
  outcomes,
  webhook: { signature: 'Hash', events: ['return of the payer'] },
  connect: (settings, { key }): Bank => createBank({ ...settings, key }),
  ask: (settings, { key }, signal) => createHttp({ ...settings, key }).get('/banks', Banks, signal),
})
