import type { z } from 'zod'
import { refusals, statusOf } from '../domain/refusal.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { examples } from './examples.ts'
import { addFlatForms } from './document/flat-forms.ts'
import { splitInstrument } from './document/instrument-variants.ts'
import { jsonSchema } from './document/json-schema.ts'
import type { ObjectSchema, Schemas } from './document/json-schema.ts'
import { takesBody } from './document/operation.ts'
import type { Operation } from './document/operation.ts'
import { parametersOf } from './document/parameters.ts'
import { Problem } from './problem.ts'
import { webhooks } from './document/webhooks.ts'
import { present } from '../domain/present.ts'

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
  const hooks = webhooks(components)
  splitInstrument(components)
  addFlatForms(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tollgate Merchant API',
      version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag)), 'Webhooks'].map((name) => ({ name })),
    paths,
    webhooks: hooks,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

/** The codes that an endpoint can answer with: its own, and those that follow from its kind. */
export function codesOf(operation: Operation): RefusalCode[] {
  const { method, path, resource, keyed, subject, body, params, query, rejects } = operation
  const hasBody = takesBody(method)
  const codes = new Set<RefusalCode>([...rejects, 'unavailable', 'internal_error'])
  const add = (applies: unknown, ...more: RefusalCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  add(resource !== 'NONE', 'unauthorized', 'rate_limited')
  add(resource !== 'NONE' && resource !== 'ANY', 'forbidden')
  add(hasBody, 'unsupported_media_type', 'body_too_large', 'malformed_json')
  add(body ?? params ?? query, 'invalid_request')
  add(keyed, 'invalid_request', 'idempotency_key_reused', 'too_many_commands')
  add(keyed, 'command_expired', 'outcome_unknown')
  // A name in the path that nothing can be stored under is nothing that is there.
  add(path.includes(':'), 'not_found')
  add(subject === 'payment', 'payment_not_found')
  add(subject === 'tokenizer', 'tokenizer_not_found')
  const order = Object.keys(refusals)
  return [...codes].sort((left, right) => order.indexOf(left) - order.indexOf(right))
}

const INTRODUCTION = [
  'Amounts are in major units. In every optional field `null` means absent, and so does `""` where',
  'text is taken (but never for the amount of a command: there, leave it out); unknown fields are',
  'ignored. A decline is not an error: it is a 200 with `status: REJECTED`. Every answer carries',
  '`X-Request-Id`. With an `Idempotency-Key`, the same request has one effect and one answer. A list',
  'refuses parameters that it does not know, and an amount with more decimals than its currency has',
  'is a 400, and so is a card number anywhere but in `instrumentNo`.',
].join(' ')

function describe(operation: Operation, path: string, components: Schemas): object {
  const { method, tag, summary, description, resource, client, body } = operation
  const notes = [description, client && 'Open to the CLIENT token of that very payment.']
  const operationId = operation.operationId ?? operationIdOf(method, path)
  return {
    operationId,
    tags: [tag],
    summary,
    description: notes.filter(Boolean).join('\n\n') || summary,
    ...(resource === 'NONE' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: parametersOf(operation, path, components),
    ...(body && { requestBody: requestOf(operation, operationId, body, components) }),
    responses: responsesOf(operation, operationId, components),
  }
}

const operationIdOf = (method: string, path: string): string =>
  method + path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase())

function requestOf(
  { form, files, reads = {} }: Operation,
  operationId: string,
  body: z.ZodType,
  components: Schemas,
): object {
  const schema = jsonSchema(reads.json ?? body, reads.json ? 'output' : 'input', components)
  const requests = Object.entries(examples[operationId]?.requests ?? {})
  const shown = requests.map(([summary, value], index) => [
    keyOf(summary, index),
    { summary, value },
  ])
  const isRequired = Boolean(reads.json) || !body.safeParse(undefined).success
  const json = {
    schema,
    ...(shown.length > 0 && { examples: Object.fromEntries(shown) as object }),
  }
  keepExample(schema, requests[0]?.[1], components)
  if (files) return { required: isRequired, content: { 'application/json': json, ...fileContents } }
  if (!form) return { required: isRequired, content: { 'application/json': json } }
  const posted = reads.form ? jsonSchema(reads.form, 'output', components) : schema
  const content = {
    'application/json': json,
    'application/x-www-form-urlencoded': { schema: posted },
  }
  return { required: isRequired, content }
}

/** The bytes of a file, as they are. */
const fileContents = Object.fromEntries(
  ['application/pdf', 'image/png', 'image/jpeg'].map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type, maxLength: 10 * 1024 * 1024 } },
  ]),
)

const keyOf = (summary: string, index: number): string =>
  summary.toLowerCase().replace(/[^a-z0-9]+/g, '-') || String(index)

/** The example of an operation is also that of the schema it names; the first one stays. */
function keepExample(schema: object, example: unknown, components: Schemas): void {
  const name = (schema as ObjectSchema).$ref?.replace('#/components/schemas/', '')
  const named = name === undefined ? undefined : components[name]
  if (named && example !== undefined && !('examples' in named))
    Object.assign(named, { examples: [example] })
}

function responsesOf(operation: Operation, operationId: string, components: Schemas): object {
  const schema = jsonSchema(operation.answer, 'output', components)
  const example = examples[operationId]?.answer
  keepExample(schema, example, components)
  const content = {
    [operation.contentType ?? 'application/json']: { schema, ...present({ example }) },
  }
  const responses: Record<string, object> = {
    ...(operation.sendsOn !== 'always' && {
      [String(operation.success ?? 200)]:
        operation.success === 204 ? { description: 'Done' } : { description: 'Success', content },
    }),
    ...(operation.sendsOn && {
      303: {
        description: 'The browser is sent on to the page that shows the state',
        headers: { Location: { description: 'That page', schema: { type: 'string' } } },
        ...(operation.sendsOn === 'always' && { content }),
      },
    }),
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
