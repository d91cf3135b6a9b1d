import type { ApiDocument, Credentials, Media, Parameter, Place } from './api-document.ts'
import { escapeHtml } from './escape-html.ts'

/** A form that sends the operation; a script makes it work and shows it, so nobody meets a dead one. */
export function tryHtml(
  { path, method, operation }: Place,
  request: Media | undefined,
  credentials: Credentials | undefined,
): string {
  const { parameters, security } = operation
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const bodies = Object.values(request?.examples ?? {}).map(({ summary, value }) => ({
    summary,
    text: filled(JSON.stringify(value, null, 2), credentials),
  }))
  const needsToken = security.length > 0
  const call = {
    ...{ method: method.toUpperCase(), path, needsToken },
    isKeyed: of('header').some(({ name }) => name === 'Idempotency-Key'),
    examples: bodies.map(({ text }) => text),
    ...(needsToken && credentials && { credentials }),
  }
  const fields = [
    ...of('path').map((one) => fieldHtml(one, 'path')),
    needsToken && !credentials ? TOKEN : '',
    optionalHtml(of('query')),
    request ? bodyHtml(bodies) : '',
  ]
  return (
    `<form class="try" id="try" data-try="${escapeHtml(JSON.stringify(call))}" hidden>` +
    `<h2>Try it</h2>${needsToken && credentials ? SIGNED_IN : ''}${fields.join('')}` +
    '<button>Send</button><output aria-live="polite"></output></form>'
  )
}

/** What a local stack knows of itself. */
export const filled = (text: string, credentials: Credentials | undefined): string =>
  credentials
    ? text
        .replaceAll('10000001', credentials.merchantId)
        .replaceAll('YOUR_SECRET', credentials.secret)
    : text

const SIGNED_IN = '<p class="hint">Signed in as the sandbox merchant of this machine.</p>'
const TOKEN =
  '<p><label for="try-token">Token or API key</label>' +
  '<input id="try-token" name="token" type="password" autocomplete="off"></p>'

function fieldHtml({ name, required }: Parameter, place: 'path' | 'query'): string {
  const id = `try-${place}-${escapeHtml(name)}`
  return (
    `<p><label for="${id}"><code>${escapeHtml(name)}</code></label>` +
    `<input id="${id}" name="${place} ${escapeHtml(name)}" list="${id}-ids" data-id="${escapeHtml(idOf(name))}"` +
    `${required ? ' required' : ''} autocomplete="off"><datalist id="${id}-ids"></datalist></p>`
  )
}

/** A list goes on after an event, and answers name it by its id. */
const idOf = (name: string): string => (name === 'after' ? 'eventId' : name)

const optionalHtml = (parameters: Parameter[]): string =>
  parameters.length === 0
    ? ''
    : `<details><summary>Query</summary>${parameters.map((one) => fieldHtml(one, 'query')).join('')}</details>`

function bodyHtml(bodies: { summary: string; text: string }[]): string {
  const choices = bodies.map(
    ({ summary }, index) => `<option value="${String(index)}">${escapeHtml(summary)}</option>`,
  )
  return (
    (bodies.length > 1
      ? `<p><label for="try-example">Example</label><select id="try-example" name="example">${choices.join('')}</select></p>`
      : '') +
    '<p><label for="try-body">Body</label>' +
    `<textarea id="try-body" name="body" rows="12" spellcheck="false">${escapeHtml(bodies[0]?.text ?? '{}')}</textarea></p>`
  )
}

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
