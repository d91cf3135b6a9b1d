import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Instrument } from '../../src/contract/instrument.ts'
import { codesOf, openapiDocument } from '../../src/contract/openapi.ts'
import { refusals } from '../../src/domain/refusal.ts'
import { endpoints } from '../../src/http/routes.ts'

interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, object> }
}
interface Described {
  operationId: string
  summary: string
  tags: string[]
  parameters: { name: string; in: string; description?: string }[]
  responses: Record<string, { description: string }>
  security: object[]
}

const document = openapiDocument(endpoints, {
  serverUrl: 'https://gateway.example',
  version: '1',
}) as Document
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
)

describe('openapiDocument', () => {
  test('is valid by the schema of OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone({ ...document }))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  test('every example is accepted by the schema that it stands in', () => {
    const found = examplesIn(document)
    expect(found.length).toBeGreaterThan(5)
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'https://x.example/document', components: document.components })
    for (const { schema, example } of found) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"https://x.example/document#/')
      const validate = ajv.compile(JSON.parse(text) as object)
      expect(validate(example), `${JSON.stringify(example)} in ${text}`).toBe(true)
    }
  })

  test('every operation says what it does and what it answers', () => {
    for (const { path, operation } of operations) {
      expect(operation.summary, path).not.toBe('')
      expect(operation.tags, path).toHaveLength(1)
      const statuses = Object.keys(operation.responses)
      expect(statuses, path).toEqual(expect.arrayContaining(['500', '503']))
      expect(
        statuses.filter((status) => /^(2..|303)$/.test(status)),
        path,
      ).not.toHaveLength(0)
    }
  })

  test('every reference leads somewhere', () => {
    const text = JSON.stringify(document)
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target)
    expect(names.length).toBeGreaterThan(0)
    const known = Object.keys(document.components.schemas)
    for (const name of names) expect(known).toContain(name!.replace('#/components/schemas/', ''))
    expect(text).not.toContain('$defs')
    expect(text).not.toContain('"$id"')
  })

  test('no schema is only a reference to itself', () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(schema).not.toEqual({ $ref: `#/components/schemas/${name}` })
      expect(Object.keys(schema).length).toBeGreaterThan(0)
    }
  })

  test('operation ids are unique', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('every parameter of a path is described', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
  })

  test('amounts carry no multipleOf, which common validators get wrong', () => {
    expect(JSON.stringify(document)).not.toContain('multipleOf')
  })

  test('in a request, what may be left out may also be null', () => {
    const [operation] = operationsOf({
      body: z.object({ must: z.string(), may: z.exactOptional(z.string()) }),
    })
    const { properties } = operation.requestBody.content['application/json'].schema
    expect(properties).toEqual({ must: { type: 'string' }, may: { type: ['string', 'null'] } })
  })

  test('an operation is called what we call it', () => {
    expect(document.paths['/v1/ecommerce/payment/{paymentId}/capture']?.post?.operationId).toBe(
      'capturePayment',
    )
    for (const { operation } of operations) expect(operation.operationId).toMatch(/^[a-z]+[A-Z]/)
  })

  test('every parameter and every member of every schema says what it means', () => {
    for (const { path, operation } of operations)
      for (const { name, description = '' } of operation.parameters)
        expect(description.length, `${path} ${name}`).toBeGreaterThan(5)
    expect(silentMembers(document, '')).toEqual([])
  })

  test('patterns are written so that every engine reads them, and mean the same', () => {
    const patterns = [
      ...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g),
    ].map(([, text = '']) => JSON.parse(text) as string)
    expect(patterns.length).toBeGreaterThan(50)
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\p\{|\\u|\(\?[<!=]/)
    const noControls = new RegExp(patterns.find((one) => one.includes('x7F')) ?? '')
    for (let point = 0; point < 0x3000; point += 1) {
      const character = String.fromCodePoint(point)
      expect(noControls.test(character), String(point)).toBe(!/\p{Cc}/u.test(character))
    }
  })

  test('an instrument is one of its types, and takes what the check in code takes', () => {
    const ajv = new Ajv2020({ strict: false })
    formats.default(ajv)
    ajv.addSchema({ $id: 'https://x.example/document', components: document.components })
    const validate = ajv.compile({
      $ref: 'https://x.example/document#/components/schemas/InstrumentInput',
    })
    for (const given of instrumentsToTry())
      expect(validate(given), JSON.stringify(given)).toBe(Instrument.safeParse(given).success)
  })

  test('browsers that are sent on are described', () => {
    const { get } = document.paths['/v1/ecommerce/notifications/bmweb/status']!
    expect(Object.keys(get!.responses)).not.toContain('200')
    expect(get!.responses['303']).toMatchObject({ headers: { Location: {} } })
  })
})

describe('codesOf', () => {
  test('every code of every endpoint is described under its status', () => {
    for (const endpoint of endpoints) {
      const path = (endpoint.base + endpoint.path).replace(/:(\w+)/g, '{$1}')
      const { responses } = document.paths[path]![endpoint.method]!
      for (const code of codesOf(endpoint)) {
        expect(responses[String(refusals[code][0])]?.description).toContain(`\`${code}\``)
      }
    }
  })

  test('an endpoint with a token, a body and a key can answer with what follows from each', () => {
    const codes = codesOf({
      ...bare,
      method: 'post',
      resource: 'PAYMENT',
      keyed: true,
      subject: 'payment',
    })
    expect(codes).toEqual([
      'unauthorized',
      'unsupported_media_type',
      'body_too_large',
      'malformed_json',
      'forbidden',
      'rate_limited',
      'too_many_commands',
      'payment_not_found',
      'invalid_request',
      'idempotency_key_reused',
      'command_expired',
      'outcome_unknown',
      'unavailable',
      'internal_error',
    ])
  })
})

interface Found {
  schema: object
  example: unknown
}

/** Every `example` and `examples` of every schema in the document. */
function examplesIn(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const { example, examples } = value as { example?: unknown; examples?: unknown }
  const own = [
    ...(example === undefined ? [] : [example]),
    ...(Array.isArray(examples) ? examples : []),
  ]
  return [
    ...own.map((one: unknown) => ({ schema: value, example: one })),
    ...Object.values(value).flatMap(examplesIn),
  ]
}

/** Each type with everything, and with one attribute taken away. */
function instrumentsToTry(): object[] {
  const attributes = {
    instrumentNo: '4000000000001000',
    expDate: '203012',
    instrumentRef: 'ref',
    token: 'dG9rZW4=',
    payload: 'payload',
    code: '777123',
    alias: 'alias-one',
    bank: 'SIMBANK',
  }
  const types = ['CARD', 'COF', 'SCOF', 'VTS', 'APAY', 'GPAY', 'C2P', 'BLIK_CODE', 'BLIK_UID']
  return [...types, 'BLIK_PAYID', 'PBL', 'BLIK', 'CASH', undefined]
    .flatMap((type) => [
      { type, ...attributes },
      ...Object.keys(attributes).map((left) => ({ type, ...attributes, [left]: undefined })),
    ])
    .map((one) => JSON.parse(JSON.stringify(one)) as object)
}

function silentMembers(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { properties } = value as { properties?: Record<string, { description?: string }> }
  const own = Object.entries(properties ?? {}).flatMap(([name, { description }]) =>
    description === undefined ? [`${path}.${name}`] : [],
  )
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, member]) => silentMembers(member, `${path}/${name}`)),
  ]
}

const bare = {
  method: 'post',
  base: '',
  path: '/x',
  tag: 'X',
  summary: 'x',
  resource: 'NONE',
  answer: z.object({}),
  rejects: [],
}

function operationsOf(changes: object) {
  const made = openapiDocument([{ ...bare, ...changes }], { serverUrl: 'https://x', version: '1' })
  return JSON.parse(JSON.stringify(Object.values((made as Document).paths['/x']!)))
}
