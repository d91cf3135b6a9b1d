import { many } from '../../../src/postgres/db.ts'
import { startListedApp } from './listed-payments.ts'

export type LinkApp = Awaited<ReturnType<typeof startLinkApp>>

/** The real app with payment links, and payments that are recorded as uses of them. Call in `beforeAll`. */
export async function startLinkApp() {
  const app = await startListedApp()
  const send = (method: string, path: string, body?: object, token = app.tokens.shop) =>
    app.call(method, path, { token, ...(body && { body }) })
  return {
    ...app,
    send,
    links: app.services.links,
    create: async (given: object = {}) =>
      (
        await send('POST', '/links', {
          amount: 25,
          currency: 'PLN',
          description: 'A ticket',
          ...given,
        })
      ).body,
    audit: (subject: string) =>
      many<{ action: string; operator: string }>(
        app.pool,
        'select action, operator from operator_audit where subject = $1 order by sequence',
        [subject],
      ),
  }
}
