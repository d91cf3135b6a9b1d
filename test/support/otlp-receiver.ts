import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Json } from './http.ts'

export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, string | boolean>
}

/** A collector of traces: takes OTLP over HTTP, and shows what it got. */
export async function startOtlpReceiver() {
  const bodies: string[] = []
  const requests: { path: string; headers: Json }[] = []
  let status = 200
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers })
      if (status === 200) bodies.push(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    spans: () => bodies.flatMap((body) => spansIn(JSON.parse(body))),
    answers: (next: number) => (status = next),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const spansIn = ({ resourceSpans }: Json): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        ...span,
        service: attributesOf(resource)['service.name'],
        attributes: attributesOf(span),
      })),
    ),
  )

const attributesOf = ({ attributes }: Json): Record<string, string | boolean> =>
  Object.fromEntries(
    attributes.map(({ key, value }: Json) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue,
    ]),
  )
