import { z } from 'zod'
import { createHttp } from '../http.ts'
import type { ApplePay } from './types.ts'

export type * from './types.ts'

const TIMEOUT_MS = 3_000

export function createApplePay(url: string): ApplePay {
  const http = createHttp({ url, key: '', timeoutMs: TIMEOUT_MS })
  return {
    async openSession({ merchantId, displayName, domainName }) {
      const body = {
        merchantIdentifier: `merchant.tollgate.${merchantId}`,
        displayName: displayName.slice(0, 64),
        initiative: 'web',
        initiativeContext: domainName,
      }
      const answer = await http.post('/paymentSession', body, Session)
      if (answer.type !== 'answered') return undefined
      return Buffer.from(JSON.stringify(answer.body)).toString('base64')
    },
  }
}

/** Opaque: it goes on as it came, in the order it came. */
const Session = z
  .record(z.string(), z.unknown())
  .refine(({ merchantSessionIdentifier: id }) => typeof id === 'string' && id !== '')
