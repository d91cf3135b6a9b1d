import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { recordPayments } from '../../support/recorded-payments.ts'
import { AGENT, OTHER, SHOP, startTestApp } from './test-app.ts'
import type { TestAppOptions } from './test-app.ts'

export type ListedApp = Awaited<ReturnType<typeof startListedApp>>

/** The real app over payments that are recorded in its own database. Call in `beforeAll`. */
export async function startListedApp(options: TestAppOptions = {}) {
  const sandbox = await startSandbox()
  const app = await startTestApp(options)
  const payments = recordPayments(app.pool, sandbox.url)
  const token = await app.token({ merchant: SHOP })
  const tokens = {
    shop: token,
    stranger: await app.token({ merchant: OTHER }),
    agent: await app.token({ merchant: SHOP, agent: AGENT }),
  }
  return {
    ...app,
    payments,
    tokens,
    get: (path: string, bearer = token) => app.call('GET', path, { token: bearer }),
    close: async () => {
      await app.close()
      await sandbox.stop()
    },
  }
}
