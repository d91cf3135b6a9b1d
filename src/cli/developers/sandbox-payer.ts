import { setTimeout as sleep } from 'node:timers/promises'
import type { Operations, Schemas, Tollgate } from '../../../sdk/typescript/src/index.ts'
import { present } from '../../domain/present.ts'
import { CommandFailure } from '../../desk/failure.ts'

type PaymentBody = Operations['createPayment']['body']
type CommandAnswer = Schemas['CommandAnswer']

/** What a scenario has come to: what programs compare, and ids to look at. */
export type Ending = Record<string, string>

/** A merchant and its payer in the sandbox; what they do is told step by step. */
export interface Play {
  tollgate: Tollgate
  merchantId: string
  step: (text: string) => void
}

/** In whole units: the digits after the point choose what the sandbox does with it. */
export const AMOUNT = 100
const CURRENCY = 'PLN'
const WAIT_MS = 60_000

const browser = { browserData: { javascriptEnabled: false, language: 'pl-PL' } }

/** By the test data of the sandbox: the digits before the last choose the scenario. */
export const cardPayment = (instrumentNo: string, changes: Partial<PaymentBody> = {}) => ({
  method: 'CARD' as const,
  instrument: { type: 'CARD' as const, instrumentNo, expDate: '203012', cvv: '123' },
  ...changes,
})

export async function create(play: Play, changes: Partial<PaymentBody>): Promise<CommandAnswer> {
  const made = await play.tollgate.payments.create({
    channel: 'WEBAPI',
    method: 'CARD',
    merchant: { merchantId: play.merchantId },
    customer: { email: 'payer@example.com' },
    device: browser,
    order: { amount: AMOUNT, currency: CURRENCY, description: 'A scenario' },
    ...changes,
  })
  play.step(`POST /payment: ${made.paymentId} is ${statusOf(made)}`)
  return made
}

/** Paid at once, or turned down. */
export async function sale(play: Play, changes: Partial<PaymentBody>): Promise<Ending> {
  const { paymentId } = await create(play, changes)
  return payment(play, paymentId)
}

/** Read until nothing more happens by itself. */
export async function payment(play: Play, paymentId: string): Promise<Ending> {
  const { status, rejectCode } = await read(
    play,
    `GET /payment/${paymentId}/status`,
    () => play.tollgate.payments.status(paymentId),
    (found) => !['NEW', 'PENDING'].includes(found.status),
  )
  return { paymentId, status, ...present({ rejectCode }) }
}

export async function refund(play: Play, paymentId: string, amount: number): Promise<Ending> {
  const { refundId } = await play.tollgate.payments.refund(paymentId, { amount })
  play.step(`POST /payment/${paymentId}/refund: ${refundId}`)
  const { status } = await read(
    play,
    `GET /payment/${paymentId}/refund/${refundId}`,
    () => play.tollgate.call('getRefund', { params: { paymentId, refundId } }),
    (found) => !['NEW', 'PENDING'].includes(found.status),
  )
  return { paymentId, refundId, refundStatus: status }
}

/** The payer's browser on a page of the sandbox. */
export async function postForm(play: Play, url: URL, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const { status } = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  play.step(`the payer at ${url.origin}${url.pathname}: answered ${String(status)}`)
  if (status >= 400) throw new CommandFailure(`${url.href} is no page of a sandbox`)
}

export async function read<T extends { status: string }>(
  { step }: Pick<Play, 'step'>,
  what: string,
  ask: () => Promise<T>,
  isOver: (found: T) => boolean,
): Promise<T> {
  for (const giveUpAt = Date.now() + WAIT_MS; ;) {
    const found = await ask()
    if (isOver(found)) {
      step(`${what}: ${statusOf(found)}`)
      return found
    }
    if (Date.now() > giveUpAt) throw new CommandFailure(`${what} stays ${found.status}`)
    await sleep(200)
  }
}

const statusOf = ({ status, rejectCode }: { status: string; rejectCode?: string }): string =>
  [status, rejectCode].filter(Boolean).join(' ')
