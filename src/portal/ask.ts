import type { z } from 'zod'
import type { Account } from '../contract/account.ts'
import type { CommandAnswer } from '../contract/answers.ts'
import type { ApiKeyList, NewApiKey } from '../contract/api-keys.ts'
import type { AdvanceAnswer } from '../contract/commands.ts'
import type { AttemptList, BalanceAnswer, MerchantEvent, PaymentPage } from '../contract/lists.ts'
import type { PaymentInfo, RefundAnswer, TransactionRecord } from '../contract/reads.ts'
import type { SettlementPage } from '../contract/settlements.ts'
import type {
  NewSecret,
  NewWebhook,
  TestAnswer,
  Webhook,
  WebhookList,
} from '../contract/webhooks.ts'
import { askEndpoint, endpoints, Refused } from '../http/for-portal.ts'
import type { Asked, Download, MerchantCaller, Services } from '../http/for-portal.ts'

/** Asks an endpoint of the API in the name of a person; what the API refuses, the portal refuses. */
export type Ask = <Name extends keyof Answers>(name: Name, asked?: Asking) => Promise<Answers[Name]>

export interface Asking {
  params?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
  body?: Record<string, unknown>
  /** Of a form: sent twice, it is one command. */
  key?: string | undefined
}

/** What each endpoint answers, as its own schema says. */
export interface Answers {
  listPayments: z.output<typeof PaymentPage>
  getPayment: z.output<typeof PaymentInfo>
  listTransactions: z.output<typeof TransactionRecord>[]
  capturePayment: z.output<typeof CommandAnswer>
  cancelPayment: z.output<typeof CommandAnswer>
  refundPayment: z.output<typeof RefundAnswer>
  advanceClock: z.output<typeof AdvanceAnswer>
  getEvent: z.output<typeof MerchantEvent>
  listEventAttempts: z.output<typeof AttemptList>
  resendEvent: unknown
  listWebhooks: z.output<typeof WebhookList>
  createWebhook: z.output<typeof NewWebhook>
  changeWebhook: z.output<typeof Webhook>
  deleteWebhook: unknown
  rotateWebhookSecret: z.output<typeof NewSecret>
  testWebhook: z.output<typeof TestAnswer>
  listApiKeys: z.output<typeof ApiKeyList>
  createApiKey: z.output<typeof NewApiKey>
  revokeApiKey: unknown
  takeOverApiKey: unknown
  listSettlements: z.output<typeof SettlementPage>
  downloadSettlement: Download
  getBalance: z.output<typeof BalanceAnswer>
  getAccount: z.output<typeof Account>
  changeAccount: z.output<typeof Account>
}

const byName = new Map(endpoints.map((one) => [one.operationId, one]))

export function askAs(
  services: Services,
  caller: MerchantCaller,
  { requestId, ip }: Pick<Asked, 'requestId' | 'ip'>,
): Ask {
  return async (name, { params = {}, query = {}, body, key } = {}) => {
    const endpoint = byName.get(name)
    if (!endpoint) throw new Error(`the API has no ${name}`)
    if (endpoint.keyed && services.admission.turnsAway(caller.merchantId))
      throw new Refused('unavailable')
    const answer = await askEndpoint(
      services,
      endpoint,
      { caller },
      {
        ...{ params, requestId, ip },
        method: endpoint.method.toUpperCase(),
        // As the API would be called: the scope of an idempotency key.
        path:
          endpoint.base + endpoint.path.replace(/:(\w+)/g, (_, part: string) => params[part] ?? ''),
        query: Object.fromEntries(Object.entries(query).filter(([, one]) => one !== undefined)),
        body: { raw: Buffer.alloc(0), value: body },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      },
    )
    return answer.body as never
  }
}
