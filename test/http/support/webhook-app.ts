import { many } from '../../../src/postgres/db.ts'
import type { Services } from '../../../src/http/services.ts'
import { startListedApp } from './listed-payments.ts'

export type WebhookApp = Awaited<ReturnType<typeof startWebhookApp>>

/** The real app; what its workflows are told is kept. Call in `beforeAll`. */
export async function startWebhookApp() {
  const told: string[][] = []
  const gateway = {
    webhooks: {
      changed: async (...given: string[]) => void told.push(['changed', ...given]),
      test: async (...given: string[]) => void told.push(['test', ...given]),
    },
  } as unknown as Services['gateway']
  const app = await startListedApp({ services: { gateway } })
  const send = (method: string, path: string, body?: object, token = app.tokens.shop) =>
    app.call(method, path, { token, ...(body && { body }) })
  return {
    ...app,
    told,
    send,
    create: async (given: object = {}) =>
      (await send('POST', '/webhooks', { url: 'https://shop.example/hooks', ...given })).body,
    audit: (subject: string) =>
      many<{ action: string; operator: string; detail: object }>(
        app.pool,
        'select action, operator, detail from operator_audit where subject = $1 order by sequence',
        [subject],
      ),
  }
}
