import type { Entry, Journal } from '../journal.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transaction } from './books.ts'
import { hashOf, signedXml } from './dialect.ts'

interface Notice {
  transaction: Transaction
  attempt: number
}

interface ItnOptions {
  journal: Journal
  scheduler: Scheduler
  key: string
  /** Of services that have named no address of their own; without it they are not told. */
  defaultUrl: string | undefined
  /** How long a minute is on the sandbox's clock. */
  minuteMs: number
}

const timeoutMs = 10_000

/** After how many minutes a notification comes again: [up to this attempt, minutes]. */
const schedule: readonly (readonly [upTo: number, minutes: number])[] = [
  [12, 3],
  [156, 10],
  [204, 60],
  [209, 1_440],
]

export const pauseAfter = (attempt: number): number | undefined =>
  schedule.find(([upTo]) => attempt <= upTo)?.[1]

/** Plans notifications: each comes again until it is confirmed in words that are signed. */
export function createItn(
  { journal, scheduler, key, defaultUrl, minuteMs }: ItnOptions,
  { services }: Books,
): (transaction: Transaction) => Entry[] {
  const urlOf = ({ serviceId }: Transaction) => services.all.get(serviceId)?.itnUrl ?? defaultUrl
  const plan = scheduler.handle<Notice>('autopay.itn', async ({ transaction, attempt }) => {
    const url = urlOf(transaction)
    if (url === undefined || (await sendItn(url, transaction, key))) return
    const minutes = pauseAfter(attempt)
    if (minutes !== undefined)
      journal.record(plan({ transaction, attempt: attempt + 1 }, minutes * minuteMs))
  })
  return (transaction) =>
    urlOf(transaction) === undefined ? [] : [plan({ transaction, attempt: 1 })]
}

const sendItn = (url: string, transaction: Transaction, key: string): Promise<boolean> => {
  const { serviceId, orderId } = transaction
  const transactions = Buffer.from(
    signedList(transaction.serviceId, leavesOf(transaction), key),
  ).toString('base64')
  return notify(url, { transactions }, (text) => isConfirmed(text, [serviceId, orderId], key))
}

/** Whether it was confirmed, in words and not merely with 200. */
export async function notify(
  url: string,
  form: Record<string, string>,
  isAnswer: (text: string) => boolean,
): Promise<boolean> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return answer.status === 200 && isAnswer(await answer.text())
  } catch {
    return false
  }
}

/** One transaction in a list of its service, as all of their messages have it. */
export const signedList = (serviceId: string, leaves: Leaves, key: string): string =>
  signedXml(
    'transactionList',
    [
      ['serviceID', serviceId],
      ['transactions', [['transaction', leaves]]],
    ],
    key,
  )

type Leaves = readonly (readonly [string, string])[]

/** How a transaction is told, in notifications and in answers about it. */
export const leavesOf = ({ orderId, remoteId, amount, currency, ...more }: Transaction) =>
  [
    ['orderID', orderId],
    ['remoteID', remoteId],
    ['amount', amount],
    ['currency', currency],
    ['gatewayID', more.gatewayId],
    ['paymentDate', more.paidAt],
    ['paymentStatus', more.status],
    ['paymentStatusDetails', more.details],
  ] as const

export function isConfirmed(text: string, names: readonly string[], key: string): boolean {
  const said = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return (
    said('confirmation') === 'CONFIRMED' && said('hash') === hashOf([...names, 'CONFIRMED'], key)
  )
}
