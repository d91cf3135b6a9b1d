import { escapeHtml, inline } from './markdown-to-html.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; description: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

export interface ApiDocument {
  info: { title: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The API document as plain HTML, the same with and without scripts: what there is. */
export function referenceHtml(document: ApiDocument): string {
  const places = placesIn(document)
  const sections = document.tags.map(({ name }) => {
    const own = places.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(
      (place) =>
        `<li><a href="/docs/operations/${place.operation.operationId}">${nameOf(place)}</a>` +
        ` ${escapeHtml(place.operation.summary)}</li>`,
    )
    return `<h2 id="${name}">${name}</h2><ul class="operations">${links.join('')}</ul>`
  })
  const { title, description } = document.info
  return `<h1>${escapeHtml(title)}</h1><p>${inline(description)}</p>${sections.join('')}`
}

/** One operation in full; undefined when there is none of that id. */
export function operationHtml(document: ApiDocument, operationId: string): string | undefined {
  const place = placesIn(document).find(({ operation }) => operation.operationId === operationId)
  if (!place) return undefined
  const { summary, description, parameters, requestBody, responses } = place.operation
  const rows = parameters.map((one) => [
    code(one.name),
    `${one.in}${one.required ? ', required' : ''}`,
    typeOf(one.schema),
    inline(one.description),
  ])
  const refusals = Object.entries(responses).filter(([status]) => status !== '200')
  return [
    `<h1>${escapeHtml(summary)}</h1><p>${nameOf(place)}</p><p>${inline(description)}</p>`,
    table('Parameters', ['Name', 'Where', 'Type', 'Meaning'], rows),
    fieldTable('Request', schemaOf(requestBody?.content), document),
    fieldTable('Answer', schemaOf(responses['200']?.content), document),
    table(
      'Refusals',
      ['HTTP', 'Codes'],
      refusals.map(([status, { description: codes }]) => [
        status,
        codes.split('\n\n').map(inline).join('<br>'),
      ]),
    ),
  ].join('')
}

interface Place {
  path: string
  method: string
  operation: Operation
}

const placesIn = ({ paths }: ApiDocument): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

const nameOf = ({ method, path }: Place): string =>
  `<code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code>`

const schemaOf = (content?: Record<string, { schema: Schema }>): Schema | undefined =>
  content?.['application/json']?.schema

function fieldTable(title: string, schema: Schema | undefined, document: ApiDocument): string {
  const rows = schema ? fieldsOf(schema, document, '', MOST_LEVELS) : []
  return table(title, ['Field', 'Type', 'Meaning'], rows)
}

/** Deeper than any object of ours; a schema that contains itself ends here. */
const MOST_LEVELS = 5

function fieldsOf(schema: Schema, document: ApiDocument, prefix: string, left: number): string[][] {
  const { properties = {}, required = [], items } = resolve(schema, document)
  if (left === 0) return []
  if (items) return fieldsOf(items, document, `${prefix}[]`, left - 1)
  return Object.entries(properties).flatMap(([name, property]) => {
    const own = resolve(property, document)
    const full = `${prefix}${prefix === '' ? '' : '.'}${name}`
    const type = `${typeOf(own)}${required.includes(name) ? ', required' : ''}`
    const meaning = inline(property.description ?? own.description ?? '')
    return [[code(full), type, meaning], ...fieldsOf(own, document, full, left - 1)]
  })
}

/** Behind references, and behind "or null", which every optional field of a request is. */
function resolve(schema: Schema, document: ApiDocument): Schema {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return resolve(only, document)
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/components/schemas/', '')
  return resolve(document.components.schemas[name] ?? {}, document)
}

function typeOf({ type, enum: values, const: only, anyOf, items }: Schema): string {
  if (only !== undefined) return code(JSON.stringify(only))
  if (values) return values.map((value) => code(String(value))).join(', ')
  if (anyOf) return anyOf.map(typeOf).filter(Boolean).join(' or ')
  if (type === 'array') return `array${items?.type === undefined ? '' : ` of ${typeOf(items)}`}`
  return [type ?? ''].flat().join(' or ')
}

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`

function table(title: string, headings: string[], rows: string[][]): string {
  if (rows.length === 0) return ''
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('')
  return (
    `<h2>${title}</h2><div class="scroll" role="group" aria-label="${title}" tabindex="0">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${cells.join('')}</tbody></table></div>`
  )
}
