import { z } from 'zod'
import { refusals, statusOf } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { Problem } from './problem.ts'

/** What the document needs to know of an endpoint. */
export interface Operation {
  method: string
  base: string
  path: string
  tag: string
  summary: string
  description?: string
  resource: string
  client?: boolean
  keyed?: boolean
  subject?: string
  form?: boolean
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  rejects: readonly RefusalCode[]
}

export interface OpenapiOptions {
  serverUrl: string
  version: string
}

/** The OpenAPI 3.1 document, made of the very list that is served. */
export function openapiDocument(
  operations: readonly Operation[],
  { serverUrl, version }: OpenapiOptions,
): object {
  const components: Schemas = {}
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = (operation.base + operation.path).replace(/:(\w+)/g, '{$1}')
    const described = describe(operation, path, components)
    paths[path] = { ...paths[path], [operation.method]: described }
  }
  jsonSchema(Problem, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate Merchant API',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** The codes that an endpoint can answer with: its own, and those that follow from its kind. */
export function codesOf(operation: Operation): RefusalCode[] {
  const { method, resource, keyed, subject, body, params, query, rejects } = operation
  const hasBody = method !== 'get'
  const codes = new Set<RefusalCode>([...rejects, 'unavailable', 'internal_error'])
  const add = (applies: unknown, ...more: RefusalCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  add(resource !== 'NONE', 'unauthorized', 'rate_limited')
  add(resource !== 'NONE' && resource !== 'ANY', 'forbidden')
  add(hasBody, 'unsupported_media_type', 'body_too_large', 'malformed_json')
  add(body ?? params ?? query, 'invalid_request')
  add(keyed, 'invalid_request', 'idempotency_key_reused', 'too_many_commands', 'command_expired')
  add(subject === 'payment', 'payment_not_found')
  add(subject === 'tokenizer', 'tokenizer_not_found')
  const order = Object.keys(refusals)
  return [...codes].sort((left, right) => order.indexOf(left) - order.indexOf(right))
}

type Schemas = Record<string, object>
type Direction = 'input' | 'output'

const INTRODUCTION = [
  'Amounts are in major units. In every optional field `null` means absent; unknown fields are',
  'ignored. A decline is not an error: it is a 200 with `status: REJECTED`. Every answer carries',
  '`X-Request-Id`. With an `Idempotency-Key`, the same request has one effect and one answer.',
].join(' ')

function describe(operation: Operation, path: string, components: Schemas): object {
  const { method, tag, summary, description, resource, client, body } = operation
  const notes = [description, client && 'Open to the CLIENT token of that very payment.']
  return {
    operationId: operationIdOf(method, path),
    tags: [tag],
    summary,
    description: notes.filter(Boolean).join('\n\n') || summary,
    ...(resource === 'NONE' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: parametersOf(operation, path, components),
    ...(body && { requestBody: requestOf(operation, body, components) }),
    responses: responsesOf(operation, components),
  }
}

const operationIdOf = (method: string, path: string): string =>
  method + path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())

function parametersOf(operation: Operation, path: string, components: Schemas): object[] {
  const described = operation.params ? propertiesOf(operation.params, components) : {}
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: described[name]?.schema ?? { type: 'string', maxLength: 64 },
  }))
  const inQuery = operation.query ? propertiesOf(operation.query, components) : {}
  const query = Object.entries(inQuery).map(([name, { schema, required }]) => ({
    name,
    in: 'query',
    required,
    schema,
  }))
  return [...inPath, ...query, REQUEST_ID, ...(operation.keyed ? [IDEMPOTENCY_KEY] : [])]
}

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'At most 64 safe characters; made when absent, returned always',
  schema: { type: 'string', maxLength: 64 },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and body: one effect, and the same answer again',
  schema: { type: 'string', maxLength: 255 },
}

function propertiesOf(
  schema: z.ZodType,
  components: Schemas,
): Record<string, { schema: object; required: boolean }> {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as ObjectSchema
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { schema: property, required: required.includes(name) },
    ]),
  )
}

function requestOf({ form }: Operation, body: z.ZodType, components: Schemas): object {
  const schema = jsonSchema(body, 'input', components)
  const accepted = ['application/json', ...(form ? ['application/x-www-form-urlencoded'] : [])]
  const isRequired = (schema as ObjectSchema).required !== undefined || '$ref' in schema
  return {
    required: isRequired,
    content: Object.fromEntries(accepted.map((type) => [type, { schema }])),
  }
}

function responsesOf(operation: Operation, components: Schemas): object {
  const responses: Record<string, object> = {
    200: {
      description: 'Success',
      content: {
        'application/json': { schema: jsonSchema(operation.answer, 'output', components) },
      },
    },
  }
  for (const code of codesOf(operation)) {
    const status = String(statusOf(code))
    const before = (responses[status] as { description: string } | undefined)?.description
    responses[status] = {
      description: [before, `\`${code}\`: ${refusals[code][1]}`].filter(Boolean).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }
  }
  return responses
}

interface ObjectSchema {
  type?: string
  properties?: Record<string, object>
  required?: string[]
}

/** A schema of its own, whose named parts go to the shared components. */
function jsonSchema(schema: z.ZodType, io: Direction, components: Schemas): object {
  const generated = z.toJSONSchema(readable(schema), {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => {
      if (io === 'input') acceptNulls(made as ObjectSchema)
    },
  })
  const { $schema: _, $defs = {}, ...rest } = rename(generated, io) as Schemas
  for (const [name, definition] of Object.entries($defs as Schemas)) components[name] = definition
  return rest
}

/** Requests pass a preparing step first; what follows it is what callers must know. */
function readable(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform
    ? (schema.def.out as z.ZodType)
    : schema
}

/** In a request, every member that may be left out may also be null. */
function acceptNulls(schema: ObjectSchema): void {
  const { properties = {}, required = [] } = schema
  for (const [name, property] of Object.entries(properties)) {
    if (required.includes(name) || 'anyOf' in property) continue
    properties[name] = { anyOf: [property, { type: 'null' }] }
  }
}

/** References lead to the components; the same schema may differ between request and answer. */
function rename(schema: unknown, io: Direction): unknown {
  const nameOf = (id: string) => (io === 'input' && !/Request|Change/.test(id) ? `${id}Input` : id)
  const visit = (value: unknown, inDefinitions = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== '$id')
        .map(([key, member]) => {
          if (key === '$ref' && typeof member === 'string') {
            const id = member.replace('#/$defs/', '')
            return [key, `#/components/schemas/${nameOf(id)}`]
          }
          return [inDefinitions ? nameOf(key) : key, visit(member, key === '$defs')]
        }),
    )
  }
  return visit(schema)
}
