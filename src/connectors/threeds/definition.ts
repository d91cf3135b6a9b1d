import { z } from 'zod'
import { defineConnector } from '../definition.ts'
import { createHttp } from '../http.ts'
import { NOBODY, ownCredentialWithWebhook, ownSettings } from '../own-protocol.ts'
import type { ThreeDs, ThreeDsCapabilities } from '../threeds.ts'
import { createThreeDs } from './index.ts'
import { emvOutcomes } from './emv-outcomes.ts'
import { requestorSettings } from '../requestor.ts'

/** The 3-D Secure server of the sandbox; the words are those of EMV 3-D Secure. */
export const definition = defineConnector({
  name: 'sandbox',
  kind: 'threeds',
  title: 'Tollgate 3-D Secure server protocol',
  capabilities: {
    method: 'before',
    challenge: true,
    app: true,
    results: 'push',
    versions: ['2.1.0', '2.2.0'],
  } satisfies ThreeDsCapabilities,
  settings: ownSettings.extend({
    acquirerBin: z
      .string()
      .regex(/^\d{6,11}$/)
      .default('400000')
      .meta({ description: 'The BIN of the acquirer at the directory servers' }),
    ...requestorSettings,
  }),
  credential: ownCredentialWithWebhook,
  outcomes: emvOutcomes,
  webhook: { signature: 'Signature', events: ['RReq'] },
  connect: (settings, { key }): ThreeDs => createThreeDs({ ...settings, key }),
  ask: (settings, { key }, signal) =>
    createHttp({ ...settings, key }).get(`/authentications/${NOBODY}`, z.unknown(), signal),
})
