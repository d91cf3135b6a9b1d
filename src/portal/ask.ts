import type { z } from 'zod'
import type { Account } from '../contract/account.ts'
import type { CommandAnswer } from '../contract/answers.ts'
import type { ApiKeyList, NewApiKey } from '../contract/api-keys.ts'
import type { AdvanceAnswer } from '../contract/commands.ts'
import type { DisputeRates } from '../contract/disputes/dispute-rates.ts'
import type { Dispute, DisputePage, Evidence } from '../contract/disputes/disputes.ts'
import type { Link, LinkPage } from '../contract/self-service/links.ts'
import type { AttemptList, BalanceAnswer, MerchantEvent, PaymentPage } from '../contract/lists.ts'
import type { PaymentInfo, RefundAnswer, TransactionRecord } from '../contract/reads.ts'
import type { SettlementPage } from '../contract/settlements.ts'
import type {
  NewSecret,
  NewWebhook,
  TestAnswer,
  Webhook,
  WebhookDetail,
  WebhookList,
} from '../contract/webhooks.ts'
import { present } from '../domain/present.ts'
import { refusals } from '../domain/refusal.ts'
import { Download, endpoints, Refused, SESSION_PREFIX } from '../http/for-portal.ts'
import type { PersonOperation, Problem } from '../http/for-portal.ts'

/** Asks an endpoint of the API in the name of a person; what the API refuses, the portal refuses. */
export type Ask = <Name extends PersonOperation>(
  name: Name,
  asked?: Asking,
) => Promise<Answers[Name]>

export interface Asking {
  params?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
  body?: Record<string, unknown>
  /** In place of a body. */
  file?: { type: string; bytes: Uint8Array<ArrayBuffer> }
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
  listDisputes: z.output<typeof DisputePage>
  getDispute: z.output<typeof Dispute>
  putEvidence: z.output<typeof Evidence>
  deleteEvidence: unknown
  submitDispute: z.output<typeof Dispute>
  acceptDispute: z.output<typeof Dispute>
  getEvent: z.output<typeof MerchantEvent>
  listEventAttempts: z.output<typeof AttemptList>
  resendEvent: unknown
  listWebhooks: z.output<typeof WebhookList>
  getWebhook: z.output<typeof WebhookDetail>
  createWebhook: z.output<typeof NewWebhook>
  changeWebhook: z.output<typeof Webhook>
  deleteWebhook: unknown
  rotateWebhookSecret: z.output<typeof NewSecret>
  testWebhook: z.output<typeof TestAnswer>
  listLinks: z.output<typeof LinkPage>
  getLink: z.output<typeof Link>
  createLink: z.output<typeof Link>
  changeLink: z.output<typeof Link>
  getLinkCode: Download
  listApiKeys: z.output<typeof ApiKeyList>
  createApiKey: z.output<typeof NewApiKey>
  revokeApiKey: unknown
  takeOverApiKey: unknown
  listSettlements: z.output<typeof SettlementPage>
  downloadSettlement: Download
  exportPayments: Download
  exportRefunds: Download
  exportDisputes: Download
  getDisputeRates: z.output<typeof DisputeRates>
  exportSettlements: Download
  getBalance: z.output<typeof BalanceAnswer>
  getAccount: z.output<typeof Account>
  changeAccount: z.output<typeof Account>
  putLogo: z.output<typeof Account>
}

const byName = new Map(endpoints.map((one) => [one.operationId, one]))

/** Longer than the API takes to say that it does not know what became of a command. */
const TIMEOUT_MS = 30_000

/** Somebody's session at the API, and where they are. */
export interface Asker {
  session: string
  ip: string
}

/**
 * Over HTTP and as the person: the API judges the session each time. What carries a key is one command
 * however often it is sent, so an answer that was lost is asked for again by the same form.
 */
export const askAt =
  (apiUrl: string) =>
  ({ session, ip }: Asker): Ask =>
  async (name, { params = {}, query = {}, body, file, key } = {}) => {
    const endpoint = byName.get(name)
    if (!endpoint) throw new Error(`the API has no ${name}`)
    const path =
      endpoint.base +
      endpoint.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
    // A file takes as long as it takes, once it has begun.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
    const answer = await fetch(`${apiUrl}${path}${searchOf(query)}`, {
      method: endpoint.method.toUpperCase(),
      headers: {
        authorization: `Bearer ${SESSION_PREFIX}${session}`,
        'x-forwarded-for': ip,
        ...present({ 'content-type': file?.type ?? (body && 'application/json') }),
        ...present({ 'idempotency-key': key }),
      },
      ...present({ body: file?.bytes ?? (body && JSON.stringify(body)) }),
      redirect: 'error',
      signal: late.signal,
    })
      .catch(() => {
        throw new Refused('unavailable')
      })
      .finally(() => {
        clearTimeout(timer)
      })
    return (await readAnswer(answer)) as never
  }

function searchOf(query: NonNullable<Asking['query']>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of value === undefined ? [] : [value].flat()) search.append(name, one)
  return search.size === 0 ? '' : `?${search.toString()}`
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (!answer.ok) throw await refusedWith(answer)
  if (answer.status === 204) return undefined
  const [, name] =
    /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  if (name === undefined || !answer.body) return answer.json()
  const contentType = answer.headers.get('content-type') ?? ''
  return new Download(answer.body.pipeThrough(new TextDecoderStream()), { contentType, name })
}

/** What the API refuses, the portal refuses, in the same words. */
async function refusedWith(answer: Response): Promise<Refused> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>
  const { code, detail, errors, paymentStatus } = problem
  if (code === undefined || !Object.hasOwn(refusals, code)) return new Refused('unavailable')
  return new Refused(code, present({ detail, errors, paymentStatus }))
}
