/** Whatever JSON an answer carried; only the assertions know its shape. */
export type Json = ReturnType<typeof JSON.parse>

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: Json
}

export interface Sent {
  method?: string
  /** An object is sent as JSON, a text as it is. */
  body?: unknown
  headers?: Record<string, string>
}

/**
 * One HTTP request, its answer read whole; redirects are shown, not followed. A starved machine may take
 * ten seconds from the connection to the request: who is told that nothing was read says it again.
 */
export async function send(url: string, sent: Sent = {}): Promise<Answer> {
  const answer = await sendOnce(url, sent)
  const isUnread = answer.status === 408 && answer.body?.requestId === 'none'
  return isUnread ? sendOnce(url, sent) : answer
}

async function sendOnce(url: string, { method = 'GET', body, headers = {} }: Sent) {
  const isText = typeof body === 'string'
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    headers: { ...(body !== undefined && !isText && { 'content-type': JSON_TYPE }), ...headers },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: parse(text),
  } satisfies Answer
}

const JSON_TYPE = 'application/json;charset=UTF-8'

/** A page's form, as a browser posts it. */
export const sendForm = (url: string, fields: Record<string, string>): Promise<Answer> =>
  send(url, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
