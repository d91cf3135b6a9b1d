/** As much of an OpenAPI document as a collection needs. */
interface Document {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
}

/** The same document as a collection that Postman, Bruno and Insomnia import. */
export function postmanCollection(openapi: object): object {
  const document = openapi as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return {
    info: {
      name: document.info.title,
      description: 'Set baseUrl, merchantId and secret; "Sign in" sets the token of all others.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://127.0.0.1:8080' },
      ...['merchantId', 'secret', 'token', 'paymentId', 'tokenizerId'].map((key) => ({
        key,
        value: '',
      })),
    ],
    item: tags.map((tag) => ({
      name: tag,
      item: operations
        .filter(({ operation }) => operation.tags[0] === tag)
        .map(({ path, method, operation }) => itemOf(document, path, method, operation)),
    })),
  }
}

function itemOf(document: Document, path: string, method: string, operation: Operation): object {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, '{{$1}}')
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = written[operation.operationId] ?? (schema && sampleOf(document, schema))
  return {
    name: operation.summary,
    ...(operation.operationId === SIGN_IN && { event: [keepToken] }),
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      ...(operation.security.length === 0 && { auth: { type: 'noauth' } }),
      header: schema ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: {
        raw: `{{baseUrl}}/${segments}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
      },
      ...(schema && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  }
}

const SIGN_IN = 'postV1EcommerceAuth'

const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["pm.collectionVariables.set('token', pm.response.json().access_token)"],
  },
}

const merchant = { merchantId: '{{merchantId}}' }

/** Bodies that say more than the shortest valid one. */
const written: Record<string, object | undefined> = {
  [SIGN_IN]: { resource: 'UNIVERSAL', channel: 'PAYWALL', secret: '{{secret}}', merchant },
  postV1EcommercePayment: {
    channel: 'PAYWALL',
    method: 'UNKNOWN',
    merchant,
    customer: { email: 'payer@example.com' },
    order: { amount: 99.99, currency: 'PLN', description: 'Coffee beans' },
  },
}

/** The shortest value that fits a schema. */
function sampleOf(document: Document, schema: Schema, depth = 0): unknown {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name !== undefined) {
    const found = document.components.schemas[name]
    return found && depth < 8 ? sampleOf(document, found, depth + 1) : {}
  }
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return sampleOf(document, choice, depth)
  if (schema.type === 'array') return []
  if (schema.type === 'number' || schema.type === 'integer') return 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'string') return 'text'
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(
    required.map((member) => [member, sampleOf(document, properties[member] ?? {}, depth)]),
  )
}
