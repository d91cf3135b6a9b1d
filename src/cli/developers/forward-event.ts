import type { Schemas } from '../../../sdk/typescript/src/index.ts'
import { notificationAddress } from '../../connectors/merchant/notification-address.ts'
import { sign } from '../../connectors/merchant/sign.ts'

type MerchantEvent = Schemas['MerchantEvent']

export interface Forwarding {
  /** The developer's own server. */
  address: string
  secret: string
  /** As to the address for notifications: below it by kind, and only what is told there. */
  asNotification: boolean
}

export type Forwarded = { durationMs: number } & ({ httpStatus: number } | { problem: string })

const TIMEOUT_MS = 15_000

/** Posts an event as the gateway would; undefined when the gateway would not. */
export async function forwardEvent(
  { eventId, type, data }: MerchantEvent,
  { address, secret, asNotification }: Forwarding,
): Promise<Forwarded | undefined> {
  const kind = notifiedKinds[type.split('.')[0] ?? '']
  if (asNotification && kind === undefined) return undefined
  const body = JSON.stringify(data)
  const startedAt = Date.now()
  const durationMs = () => Date.now() - startedAt
  try {
    const { status } = await fetch(
      asNotification ? notificationAddress(address, kind ?? '') : address,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Tollgate',
          ...(!asNotification && { 'x-event-type': type }),
          ...sign(body, { eventId, secrets: [secret], atMs: startedAt }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
    return { httpStatus: status, durationMs: durationMs() }
  } catch (error) {
    return { problem: problemOf(error), durationMs: durationMs() }
  }
}

const notifiedKinds: Readonly<Record<string, string>> = {
  payment: 'payment',
  refund: 'refund',
  token: 'tokenizer',
}

function problemOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return 'no answer in time'
  return cause?.code ?? cause?.message ?? message
}
