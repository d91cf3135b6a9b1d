/** As much of an OpenAPI document as a collection needs. */
interface Document {
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  requestBody?: { content: Record<string, { examples?: Record<string, { value: unknown }> }> }
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
        .map(({ path, method, operation }) => itemOf(path, method, operation)),
    })),
  }
}

function itemOf(path: string, method: string, operation: Operation): object {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, '{{$1}}')
  const media = operation.requestBody?.content['application/json']
  const [example] = Object.values(media?.examples ?? {})
  return {
    name: operation.summary,
    ...(operation.operationId === SIGN_IN && { event: [keepToken] }),
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      ...(operation.security.length === 0 && { auth: { type: 'noauth' } }),
      header: media ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: { raw: `{{baseUrl}}/${segments}`, host: ['{{baseUrl}}'], path: segments.split('/') },
      ...(media && { body: { mode: 'raw', raw: withVariables(example?.value ?? {}) } }),
    },
  }
}

const SIGN_IN = 'authenticateMerchant'

const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: ["pm.collectionVariables.set('token', pm.response.json().access_token)"],
  },
}

/** The example with the reader's own values in it. */
const withVariables = (example: unknown): string =>
  JSON.stringify(example, null, 2)
    .replaceAll('"10000001"', '"{{merchantId}}"')
    .replaceAll('"YOUR_SECRET"', '"{{secret}}"')
