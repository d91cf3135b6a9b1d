import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import type { FormatConfig } from 'oxfmt'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { endpoints } from '../../src/http/routes.ts'

export const file = fileURLToPath(
  new URL('../../sdk/typescript/src/generated/types.ts', import.meta.url),
)

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

interface Described {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema } | undefined> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> } | undefined>
}

/** The types of the SDK, made of the API document. */
export function typescriptTypes(): string {
  const document = openapiDocument(endpoints, {
    serverUrl: 'https://gateway.example',
    version: '1',
  })
  const { paths, components } = document as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, Schema> }
  }
  const schemas = Object.entries(components.schemas)
    .map(([name, schema]) => `${key(name)}: ${typeOf(schema)}`)
    .join('\n')
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  )
  const served = places.filter(({ path }) => path.startsWith('/v1/ecommerce/'))
  const operations = served.map(
    ({ described }) => `${described.operationId}: ${partsOf(described)}`,
  )
  const table = served.map(
    ({ path, method, described }) =>
      `${described.operationId}: { method: '${method}', path: '${path.slice('/v1/ecommerce'.length)}', keyed: ${String(isKeyed(described))} }`,
  )
  return [
    '// Made of the API document: npx vitest run test/sdk/types.test.ts -u',
    `export interface Schemas {\n${schemas}\n}`,
    `export interface Operations {\n${operations.join('\n')}\n}`,
    `export const operations: Record<keyof Operations, { method: string; path: string; keyed: boolean }> = {\n${table.join(',\n')}\n}`,
  ].join('\n\n')
}

const isKeyed = ({ parameters }: Described): boolean =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

function partsOf({ parameters, requestBody, responses }: Described): string {
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const members = (list: Described['parameters']) =>
    list.map(
      ({ name, required, schema }) => `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
    )
  const [params, query] = [members(of('path')), members(of('query'))]
  const body = requestBody?.content['application/json']
  const success = ['200', '201', '202', '204', '303'].find((status) => responses[status])
  const [answer] = Object.values(responses[success ?? '']?.content ?? {})
  return `{ ${[
    ...(params.length > 0 ? [`params: { ${params.join('; ')} }`] : []),
    ...(query.length > 0 ? [`query?: { ${query.join('; ')} }`] : []),
    ...(body ? [`body: ${typeOf(body.schema)}`] : []),
    `answer: ${answer ? typeOf(answer.schema) : 'object'}`,
  ].join('; ')} }`
}

/** A JSON schema as a type; what it cannot say is left to the gateway. */
function typeOf(schema: Schema): string {
  const { $ref, enum: values, anyOf, oneOf, allOf, type } = schema
  if (schema.properties && allOf) return withChoices(schema, allOf)
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1) ?? ''}']`
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const many = anyOf ?? oneOf
  if (many) return many.map((one) => `(${typeOf(one)})`).join(' | ')
  if (allOf) return allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ')
  if (type === 'array') return `(${typeOf(schema.items ?? {})})[]`
  if (type === 'object' || schema.properties) return objectOf(schema)
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[
      type ?? ''
    ] ?? 'unknown'
  )
}

/** An object of which certain members stand for each other: the card's number, in clear or encrypted. */
function withChoices(schema: Schema, choices: Schema[]): string {
  const { properties = {}, required = [] } = schema
  const given = (names: string[] = []) =>
    names.map((name) => `${key(name)}: ${typeOf(present(properties[name]))}`).join('; ')
  const oneOfThem = choices.map(({ anyOf = [] }) =>
    anyOf.map((choice) => `{ ${given(choice.required)} }`).join(' | '),
  )
  return [objectOf({ properties, required }), ...oneOfThem.map((one) => `(${one})`)].join(' & ')
}

/** The same, and not null: one of them must really be there. */
const present = (schema: Schema = {}): Schema => ({
  ...schema,
  type: [schema.type ?? []].flat().filter((one) => one !== 'null'),
})

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (members.length === 0) return `Record<string, ${rest}>`
  return `{ ${members.join('; ')} }`
}

const key = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name))

/** As the formatter would leave it. */
export async function formatted(text: string): Promise<string> {
  const { code } = await format(file, text, style)
  return code
}

const style = JSON.parse(
  readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'),
) as FormatConfig
