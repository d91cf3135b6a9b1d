/** As much of the API document as its pages show. */
export interface ApiDocument {
  info: { title: string; description: string }
  tags: { name: string }[]
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, Schema> }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

export interface Parameter {
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
}

export interface Media {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary: string; value: unknown }>
}

export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** An operation and where it is; a webhook has no path of ours. */
export interface Place {
  path: string
  method: string
  operation: Operation
}

export const placesIn = ({ paths, webhooks }: ApiDocument): Place[] => [
  ...Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  ),
  ...Object.entries(webhooks).map(([kind, { post }]) => ({
    path: `{your notification URL}/${kind}`,
    method: 'post',
    operation: post,
  })),
]

/** Behind references, and behind "or null", which every optional member of a request is. */
export function resolve(schema: Schema, document: ApiDocument): Schema {
  const choices = schema.anyOf ?? []
  const [only, ...others] = choices.filter(({ type }) => type !== 'null')
  if (only && others.length === 0 && choices.length > 1) return resolve(only, document)
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace('#/components/schemas/', '')
  return resolve(document.components.schemas[name] ?? {}, document)
}

/** What a local stack fills in, so that a sample runs as it stands. */
export interface Credentials {
  merchantId: string
  secret: string
}
