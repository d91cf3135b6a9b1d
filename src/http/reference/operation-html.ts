import { placesIn } from './api-document.ts'
import type {
  ApiDocument,
  Credentials,
  Media,
  Operation,
  Parameter,
  Place,
} from './api-document.ts'
import { codeSamples, languages } from './code-samples.ts'
import { escapeHtml } from './escape-html.ts'
import { inline } from './markdown-to-html.ts'
import { schemaHtml, typeOf } from './schema-html.ts'
import { filled, refusalExample, tryHtml } from './try-html.ts'

/** One operation in full: what it is at the left, how it is called at the right. */
export function operationHtml(
  document: ApiDocument,
  operationId: string,
  credentials?: Credentials,
): string | undefined {
  const place = placesIn(document).find(({ operation }) => operation.operationId === operationId)
  if (!place) return undefined
  const { summary, description, parameters, requestBody, responses } = place.operation
  const said = description === summary ? '' : description.split('\n\n').map(paragraph).join('')
  const request = requestBody?.content['application/json']
  const form = requestBody?.content['application/x-www-form-urlencoded']
  const [, success] = successOf(responses)
  const answer = success?.content?.['application/json']
  const text = [
    `<h1>${escapeHtml(summary)}</h1><p class="place">${nameOf(place)}</p>${said}`,
    section('parameters', 'Parameters', parametersHtml(parameters, document)),
    section('request', 'Request', request ? schemaHtml(request.schema, document) : ''),
    section('form', 'As a form', form && form !== request ? schemaHtml(form.schema, document) : ''),
    section('answer', 'Answer', answer ? schemaHtml(answer.schema, document) : ''),
    refusalsHtml(place.operation),
  ]
  const isOurs = !place.operation.tags.includes('Webhooks')
  const samples = isOurs ? samplesHtml(document, place, request, credentials) : ''
  const shown = [
    samples,
    isOurs ? '' : exampleHtml('We post', request?.example),
    answerHtml(responses),
    isOurs ? refusalHtml(document, place) : '',
    isOurs ? tryHtml(place, request, credentials) : '',
  ]
  return (
    `<div class="operation"><div class="told">${text.join('')}</div>` +
    `<div class="shown">${shown.join('')}</div></div>`
  )
}

export const nameOf = ({ method, path }: Place): string =>
  `<code class="path"><b class="verb ${method}">${method.toUpperCase()}</b> ${escapeHtml(path)}</code>`

const paragraph = (text: string): string => `<p>${inline(text)}</p>`

const section = (id: string, title: string, content: string): string =>
  content === ''
    ? ''
    : `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`

function parametersHtml(parameters: Parameter[], document: ApiDocument): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: where, required, description, schema }) =>
      `<li><code class="name">${escapeHtml(name)}</code> <span class="type">in the ${where}, ` +
      `${typeOf(schema, document)}</span>${required ? ' <span class="needed">required</span>' : ''}` +
      `<p>${inline(description)}</p></li>`,
  )
  return `<ul class="members">${rows.join('')}</ul>`
}

function refusalsHtml({ responses, tags }: Operation): string {
  const refusals = Object.entries(responses).filter(([status]) => !/^[23]/.test(status))
  if (refusals.length === 0) return ''
  const isOurs = !tags.includes('Webhooks')
  const rows = refusals.map(([status, { description }]) => {
    const codes = description
      .split('\n\n')
      .map((line) => (isOurs ? linked(inline(line)) : inline(line)))
    return `<tr><th scope="row">${status}</th><td>${codes.join('<br>')}</td></tr>`
  })
  const head =
    '<thead><tr><th scope="col">HTTP</th><th scope="col">Code and meaning</th></tr></thead>'
  return section(
    'refusals',
    isOurs ? 'Refusals' : 'Other answers of yours',
    `<div class="scroll" role="group" aria-label="Refusals" tabindex="0"><table>${head}<tbody>${rows.join('')}</tbody></table></div>`,
  )
}

const linked = (line: string): string =>
  line.replace(/<code>(\w+)<\/code>/, '<a href="/docs/mistakes#$1"><code>$1</code></a>')

function samplesHtml(
  { servers }: ApiDocument,
  { path, method, operation }: Place,
  request: Media | undefined,
  credentials: Credentials | undefined,
): string {
  const [choice, ...others] = Object.values(request?.examples ?? {})
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `YOUR_${upper(name)}`)
  const isKeyed = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const samples = codeSamples({
    method,
    url: `${servers[0]?.url ?? ''}${address}`,
    token: operation.security.length === 0 ? undefined : 'YOUR_TOKEN',
    idempotencyKey: isKeyed ? 'a-key-of-yours' : undefined,
    body: choice?.value,
  })
  const fill = (text: string) => filled(text, credentials)
  const tabs = languages.map(
    (language, index) =>
      `<input type="radio" name="language" id="in-${language}" value="${language}"${index === 0 ? ' checked' : ''}>` +
      `<label for="in-${language}">${language}</label>`,
  )
  const panels = languages.map(
    (language) =>
      `<div class="panel in-${language}">${codeHtml(fill(samples[language]), language)}</div>`,
  )
  const more = others.map(
    ({ summary, value }) =>
      `<details><summary>${escapeHtml(summary)}</summary>${codeHtml(fill(pretty(value)), summary)}</details>`,
  )
  return (
    `<fieldset class="tabs"><legend>Request${choice ? `: ${escapeHtml(lower(choice.summary))}` : ''}</legend>` +
    `${tabs.join('')}${panels.join('')}</fieldset>` +
    (more.length === 0 ? '' : `<h3>Other bodies</h3>${more.join('')}`)
  )
}

const successOf = (responses: Operation['responses']) =>
  Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? []

function answerHtml(responses: Operation['responses']): string {
  const [status, found] = successOf(responses)
  return exampleHtml(`Answer ${status ?? ''}`, found?.content?.['application/json']?.example)
}

function refusalHtml(document: ApiDocument, place: Place): string {
  const example = refusalExample(document, place)
  return example === undefined ? '' : exampleHtml(`Refusal ${example.status}`, example.body)
}

const exampleHtml = (title: string, example: unknown): string =>
  example === undefined ? '' : `<h3>${title}</h3>${codeHtml(pretty(example), title)}`

const codeHtml = (text: string, label: string): string =>
  `<pre tabindex="0" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const upper = (name: string): string => name.replaceAll(/([A-Z])/g, '_$1').toUpperCase()
