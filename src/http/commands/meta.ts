import type { Meta } from '../../gateway/gateway.ts'
import { actorOf, askerOf } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import type { AnyRequest } from '../endpoint.ts'
import type { Uses } from '../services.ts'

/** How long a command without a key may wait before it must not happen any more. */
const COMMAND_LIFE_MS = 10_000

/** What the helpers below read of a request. */
export type KeyedRequest = Pick<
  AnyRequest,
  'method' | 'path' | 'body' | 'requestId' | 'idempotencyKey'
> & { caller: Caller }

/** Who asks, under which id and until when: what travels with a command. */
export function metaOf(
  request: KeyedRequest,
  services: Uses<'ids'>,
  { waitForPayer = false }: { waitForPayer?: boolean } = {},
): Meta {
  const key = commandKeyOf(request, services)
  return {
    commandId: key?.commandId ?? services.ids.random(),
    ...askerOf(request.caller),
    requestId: request.requestId,
    merchantId: request.caller.merchantId,
    ...(key ? { bodyHash: key.bodyHash } : { notAfter: Date.now() + COMMAND_LIFE_MS }),
    ...(waitForPayer && { waitForPayer }),
  }
}

/** The same request under the same Idempotency-Key is the same command, wherever it arrives. */
export function commandKeyOf(
  { caller, method, path, body, idempotencyKey }: KeyedRequest,
  { ids }: Uses<'ids'>,
): { commandId: string; bodyHash: string } | undefined {
  if (idempotencyKey === undefined) return undefined
  const commandId = ids.keyed('cmd', actorOf(caller), method, path, idempotencyKey)
  return { commandId, bodyHash: ids.bodyHash(body) }
}
