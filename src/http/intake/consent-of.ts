import type { Consent } from '../../domain/actor/consent.ts'
import { present } from '../../domain/present.ts'

interface Given {
  consents?: unknown
  device?: { ip?: string } | undefined
}

/** The proof of what the payer has agreed to, where the merchant tells of it. */
export const consentOf = ({ consents, device }: Given): Consent | undefined =>
  consents === undefined
    ? undefined
    : present({ statement: JSON.stringify(consents), receivedAt: Date.now(), ip: device?.ip })
