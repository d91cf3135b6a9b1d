import type { Entry, Journal } from '../journal.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transaction } from './books.ts'
import { signedXml } from './dialect.ts'
import { isConfirmed, leavesOf, pauseAfter, notify } from './itn.ts'

interface RpanOptions {
  journal: Journal
  scheduler: Scheduler
  key: string
}

interface Notice {
  transaction: Transaction
  attempt: number
}

const AGAIN_MS = 1_000

/** A series that begins with a payment is told of once it is paid, until that is confirmed. */
export function createRpan(
  { journal, scheduler, key }: RpanOptions,
  { services, series }: Books,
): (transaction: Transaction) => Entry[] {
  const plan = scheduler.handle<Notice>('autopay.rpan', async ({ transaction, attempt }) => {
    const url = services.all.get(transaction.serviceId)?.recurringUrl
    if (url === undefined || (await sendRpan(url, transaction, key))) return
    if (pauseAfter(attempt) !== undefined)
      journal.record(plan({ transaction, attempt: attempt + 1 }, AGAIN_MS))
  })
  return (transaction) => {
    const { clientHash, status } = transaction
    if (clientHash === undefined || status !== 'SUCCESS') return []
    return [series.save({ clientHash }), plan({ transaction, attempt: 1 })]
  }
}

function sendRpan(url: string, transaction: Transaction, key: string): Promise<boolean> {
  const { serviceId, clientHash = '' } = transaction
  const document = signedXml(
    'recurringActivation',
    [
      ['serviceID', serviceId],
      ['transaction', leavesOf(transaction)],
      [
        'recurringData',
        [
          ['recurringAction', 'INIT_WITH_PAYMENT'],
          ['clientHash', clientHash],
        ],
      ],
    ],
    key,
  )
  const recurring = Buffer.from(document).toString('base64')
  return notify(url, { recurring }, (text) => isConfirmed(text, [serviceId, clientHash], key))
}
