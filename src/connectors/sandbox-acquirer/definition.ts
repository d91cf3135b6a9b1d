import { z } from 'zod'
import type { Acquirer, AcquirerCapabilities } from '../acquirer.ts'
import { defineConnector } from '../definition.ts'
import { createHttp } from '../http.ts'
import { NOBODY, ownCredential, ownSettings } from '../own-protocol.ts'
import { createAcquirer } from './index.ts'
import { outcomes } from './mapping.ts'

/** The invented acquirer of the sandbox. */
export const definition = defineConnector({
  name: 'sandbox',
  kind: 'acquirer',
  title: 'Tollgate acquirer protocol',
  capabilities: {
    verification: true,
    accountFunding: true,
    partialCapture: true,
    severalCaptures: true,
    adjustment: 'upAndDown',
    reversal: 'anyReference',
    refunds: true,
    externalAuthentication: true,
    ownAuthentication: false,
    networkTokens: true,
    merchantInitiated: true,
    inquiry: { by: 'reference' },
    modifications: 'answered',
    settlement: 'batch',
    disputes: 'answered',
  } satisfies AcquirerCapabilities,
  settings: ownSettings,
  credential: ownCredential,
  outcomes,
  connect: (settings, credential): Acquirer => createAcquirer({ ...settings, ...credential }),
  ask: (settings, credential, signal) =>
    createHttp({ ...settings, ...credential }).get(`/operations/${NOBODY}`, z.unknown(), signal),
})
