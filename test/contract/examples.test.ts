import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/contract/examples.ts'
import { notificationExamples } from '../../src/contract/examples/notifications.ts'
import { NotificationMessage } from '../../src/contract/notifications.ts'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { notificationFields } from '../../src/domain/actor/notification.ts'
import { endpoints } from '../../src/http/routes.ts'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Described {
  operationId: string
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
const document = openapiDocument(endpoints, { serverUrl: 'https://x.example', version: '1' }) as {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described }>
  components: object
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
ajv.addSchema({ $id: 'https://x.example/document', components: document.components })

function expectFit(schema: object, value: unknown, what: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/', '"https://x.example/document#/')
  const validate = ajv.compile(JSON.parse(text) as object)
  expect(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`).toBe(true)
}

describe('the examples of the API document', () => {
  test.for(
    endpoints.filter(({ body }) => body).map((one) => [one.operationId ?? '', one] as const),
  )('%s has requests that its schema takes', ([operationId, { body, reads }]) => {
    const requests = Object.entries(examples[operationId]?.requests ?? {})
    expect(requests.length).toBeGreaterThan(0)
    for (const [name, value] of requests) {
      const parsed = (reads?.json ?? body)?.safeParse(value)
      expect(parsed?.error?.issues, `${operationId}, ${name}`).toBeUndefined()
    }
  })

  test.for(operations.map((one) => [one.operationId, one] as const))(
    'those of %s fit what the document says of requests and answers',
    ([operationId, { requestBody, responses }]) => {
      const request = requestBody?.content['application/json']
      for (const [name, { value }] of Object.entries(request?.examples ?? {}))
        expectFit(request!.schema, value, `${operationId}, ${name}`)
      const success = ['200', '201', '202', '303'].find((status) => responses[status]) ?? ''
      const [answer] = Object.values(responses[success]?.content ?? {})
      if (answer && 'example' in answer) expectFit(answer.schema, answer.example, operationId)
      else
        expect([
          'getJwks',
          'getWalletKeys',
          'getReadiness',
          'deleteWebhook',
          'deleteEvidence',
          'revokeApiKey',
          'takeOverApiKey',
        ]).toContain(operationId)
    },
  )

  test('no example is of an endpoint that there is not', () => {
    const known = endpoints.map(({ operationId }) => operationId)
    for (const id of Object.keys(examples)) expect(known).toContain(id)
  })

  test('a notification is described, and shown, with its members in their order', () => {
    expect(Object.keys(NotificationMessage.shape)).toEqual([...notificationFields])
    for (const [kind, example] of Object.entries(notificationExamples)) {
      const media = document.webhooks[kind]?.post.requestBody?.content['application/json']
      expectFit(media!.schema, example, kind)
      const order = Object.keys(example).map((name) => notificationFields.indexOf(name as 'status'))
      expect(order).toEqual([...order].sort((a, b) => a - b))
    }
  })
})
