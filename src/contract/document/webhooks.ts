import { notificationExamples } from '../examples/notifications.ts'
import { jsonSchema } from './json-schema.ts'
import type { Schemas } from './json-schema.ts'
import { NotificationMessage } from '../notifications.ts'

const texts = {
  payment: ['A payment, or one of its transactions, has changed', 'paymentNotification'],
  refund: ['A refund has changed', 'refundNotification'],
  tokenizer: ['A tokenization has changed', 'tokenizationNotification'],
  dispute: ['A dispute has changed, or its money has moved', 'disputeNotification'],
} as const

/** What we post to merchants' servers, for generators that make receivers. */
export function webhooks(components: Schemas): object {
  const schema = jsonSchema(NotificationMessage, 'output', components)
  return Object.fromEntries(
    (Object.keys(texts) as (keyof typeof texts)[]).map((kind) => {
      const [summary, operationId] = texts[kind]
      const post = {
        operationId,
        tags: ['Webhooks'],
        summary,
        description:
          `Posted to your notification URL with \`/${kind}\` appended. Check a signature before you ` +
          'believe it, and answer 200 within 15 seconds.',
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: notificationExamples[kind] } },
        },
        responses,
      }
      return [kind, { post }]
    }),
  )
}

const header = (name: string, description: string, required: boolean) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

const headers = [
  header('Signature', 'Hex HMAC-SHA256 of the values of the body, one after the other', true),
  header('Signature-Previous', 'The same with the secret before, while it is rotated', false),
  header('webhook-id', 'The eventId', true),
  header('webhook-timestamp', 'Seconds since 1970: refuse what is five minutes off', true),
  header('webhook-signature', '`v1,` and base64 HMAC-SHA256 of id.timestamp.body; a list', true),
  header('X-Request-Id', 'The request that led to it, when there was one', false),
]

const responses = {
  '200': { description: 'Accepted; any status from 200 to 299 is' },
  '4XX': { description: '400 to 409: refused, not sent again. 410: no notification any more' },
  '5XX': { description: 'Sent again, for 72 hours' },
}
