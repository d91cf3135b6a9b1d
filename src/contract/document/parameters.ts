import type { Operation } from './operation.ts'
import { jsonSchema } from './json-schema.ts'
import type { ObjectSchema, Schemas } from './json-schema.ts'

/** What every parameter of a path means. */
const inPaths: Readonly<Record<string, string | undefined>> = {
  paymentId: 'The payment, as its creation has answered it',
  tokenizerId: 'The tokenization, as its creation has answered it',
  transId: 'The transaction, as the command or the list of transactions has answered it',
  refundId: 'The refund, as its creation has answered it',
  instrumentRef: "The network's reference of the token",
  eventId: 'The event, as the list of events or a notification names it',
  disputeId: 'The dispute, as the list of disputes names it',
  webhookId: 'The webhook, as its creation has answered it',
  settlementId: 'The settlement, as the list of settlements names it',
  keyId: 'The API key, as its creation has answered it',
  visualId: 'The picture, as `token.visuals` names it',
}

/** Those of the path, of the query, and the headers that we read. */
export function parametersOf(operation: Operation, path: string, components: Schemas): object[] {
  const described: Partial<Record<string, Member>> = operation.params
    ? membersOf(operation.params, components)
    : {}
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const { description = inPaths[name], ...schema } = described[name]?.schema ?? ANY_ID
    return { name, in: 'path', required: true, description: description ?? name, schema }
  })
  const inQuery = operation.query ? membersOf(operation.query, components) : {}
  const query = Object.entries(inQuery).map(([name, { schema, required }]) => {
    const { description = name, ...rest } = schema
    return { name, in: 'query', required, description, schema: rest }
  })
  return [...inPath, ...query, REQUEST_ID, ...(operation.keyed ? [IDEMPOTENCY_KEY] : [])]
}

const ANY_ID: ObjectSchema = { type: 'string', maxLength: 64 }

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Up to 64 letters, digits, `.`, `_`, `:` and `-`. When absent, or anything else, one is made; ' +
    'returned always',
  schema: { type: 'string' },
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key and body: one effect, and the same answer again. The same key with another body: ' +
    'a 422, `idempotency_key_reused`. Printable ASCII, bare or in quotes; no card number',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]([ -~]*[!-~])?$' },
}

interface Member {
  schema: ObjectSchema
  required: boolean
}

function membersOf(
  schema: NonNullable<Operation['params']>,
  components: Schemas,
): Record<string, Member> {
  const { properties = {}, required = [] } = jsonSchema(schema, 'query', components) as ObjectSchema
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      { schema: property, required: required.includes(name) },
    ]),
  )
}
