import type { ApiDocument, Place } from './api-document.ts'

/** One refusal that is this operation's own, as its caller would read it. */
export function refusalExample(
  { components }: ApiDocument,
  { operation }: Place,
): { status: string; body: object } | undefined {
  if (components.schemas['Problem'] === undefined) return undefined
  for (const status of ['422', '409', '404', '403', '400']) {
    const lines = operation.responses[status]?.description.split('\n\n') ?? []
    const own = lines.filter((line) => !line.startsWith('`idempotency_key_reused`'))
    const [, code, title] = /^`(\w+)`: (.+)$/.exec(own.at(-1) ?? '') ?? []
    if (code === undefined || title === undefined) continue
    const said = { title, status: Number(status), detail: title, code }
    const body = { type: `urn:tollgate:error:${code}`, ...said, requestId: 'a3f1c9d27be84056' }
    return { status, body }
  }
  return undefined
}
