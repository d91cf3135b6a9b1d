import { Download, Reply } from './endpoint.ts'
import type { AnyRequest, Endpoint } from './endpoint.ts'
import { commandKeyOf } from './commands/meta.ts'
import { Refused } from './refused.ts'
import type { Answer } from './send.ts'
import type { Services } from './services.ts'

/**
 * Lets the endpoint answer. Under an Idempotency-Key the first answer stands for good; a refusal
 * is thrown and leaves nothing behind.
 */
export async function answerOnce(
  services: Services,
  endpoint: Endpoint,
  request: AnyRequest,
): Promise<Answer> {
  const { caller } = request
  const key = endpoint.keyed && caller ? commandKeyOf({ ...request, caller }, services) : undefined
  if (!key) return complete(services, endpoint, request, await handle(services, endpoint, request))

  const known = await services.answers.find(key.commandId)
  if (known) {
    if (known.bodyHash !== key.bodyHash) throw new Refused('idempotency_key_reused')
    if (known.status < 300)
      await endpoint.repeated?.(services, request, known.body as Record<string, unknown>)
    return complete(services, endpoint, request, { ...known, headers: REPLAYED })
  }
  const made = await handle(services, endpoint, request)
  const { bodyHash } = key
  const { status, body } = made
  const stored = await services.answers.store(key.commandId, { bodyHash, status, body })
  if (stored.answer.bodyHash !== bodyHash) throw new Refused('idempotency_key_reused')
  const headers = stored.first ? made.headers : { ...made.headers, ...REPLAYED }
  return complete(services, endpoint, request, { ...stored.answer, headers })
}

const REPLAYED = { 'idempotent-replayed': 'true' }

async function handle(
  services: Services,
  endpoint: Endpoint,
  request: AnyRequest,
): Promise<Answer> {
  const result = await endpoint.handle(services, request)
  const { body, options } = result instanceof Reply ? result : new Reply(result, {})
  const { status = endpoint.success ?? 200, headers = {}, replayed = false } = options
  return { status, headers: replayed ? { ...headers, ...REPLAYED } : headers, body }
}

/** Adds what is never stored: tokens, and the id of this very request. */
async function complete(
  services: Services,
  endpoint: Endpoint,
  request: AnyRequest,
  answer: Answer,
): Promise<Answer> {
  const { status, body } = answer
  if (status >= 400) {
    return { ...answer, body: { ...(body as object), requestId: request.requestId } }
  }
  const open = <Value>(value: Value): Value =>
    request.caller ? services.numberSeal.open(request.caller.merchantId, value) : value
  if (body instanceof Download)
    return { ...answer, body: new Download(mapChunks(body.chunks, open), body.file) }
  if (status >= 300) return answer
  const minted = await endpoint.minted?.(services, request, body as Record<string, unknown>)
  const whole = minted ? { ...(body as object), ...minted } : body
  return { ...answer, body: endpoint.answer.parse(open(withoutAbsent(whole))) }
}

async function* mapChunks(
  chunks: AsyncIterable<string>,
  change: (chunk: string) => string,
): AsyncGenerator<string> {
  for await (const chunk of chunks) yield change(chunk)
}

/** Members without a value are left out, at any depth. */
function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && member !== null)
      .map(([name, member]) => [name, withoutAbsent(member)]),
  )
}
