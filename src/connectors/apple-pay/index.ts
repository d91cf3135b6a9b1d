import { z } from 'zod'
import type { ClientCertificate, Http } from '../http.ts'
import { createHttp } from '../http.ts'
import type { ApplePay } from './types.ts'

export type * from './types.ts'

const TIMEOUT_MS = 3_000

interface ApplePayOptions {
  url: string
  /** What proves to Apple that we speak for a merchant; the sandbox asks for nothing. */
  certificateOf?: (merchantIdentifier: string) => Promise<ClientCertificate | undefined>
}

export function createApplePay({ url, certificateOf }: ApplePayOptions): ApplePay {
  const httpOf = certificateOf ? createIdentities(url, certificateOf) : always(plainHttp(url))
  return {
    async openSession({ merchantIdentifier, displayName, domainName }) {
      const http = await httpOf(merchantIdentifier)
      const body = {
        merchantIdentifier,
        displayName: displayName.slice(0, 64),
        initiative: 'web',
        initiativeContext: domainName,
      }
      const answer = await http?.post('/paymentSession', body, Session)
      if (answer?.type !== 'answered') return undefined
      return Buffer.from(JSON.stringify(answer.body)).toString('base64')
    },
  }
}

const plainHttp = (url: string, certificate?: ClientCertificate): Http =>
  createHttp({ url, key: '', timeoutMs: TIMEOUT_MS, certificate })

const always = (http: Http) => () => Promise.resolve(http)

/** Connections under each merchant's certificate; one that was renewed is used from then on. */
function createIdentities(
  url: string,
  certificateOf: NonNullable<ApplePayOptions['certificateOf']>,
): (merchantIdentifier: string) => Promise<Http | undefined> {
  const known = new Map<string, { cert: string; http: Http }>()
  return async (merchantIdentifier) => {
    const certificate = await certificateOf(merchantIdentifier)
    if (!certificate) return undefined
    const before = known.get(merchantIdentifier)
    if (before?.cert === certificate.cert) return before.http
    const http = plainHttp(url, certificate)
    known.set(merchantIdentifier, { cert: certificate.cert, http })
    return http
  }
}

/** Opaque: it goes on as it came, in the order it came. */
const Session = z
  .record(z.string(), z.unknown())
  .refine(({ merchantSessionIdentifier: id }) => typeof id === 'string' && id !== '')
