import type { Journal } from '../journal.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Books, Transfer } from './books.ts'
import { newRemoteId, stampNow } from './books.ts'
import { isConfirmed, pauseAfter, signedList, notify } from './itn.ts'

interface IstnOptions {
  journal: Journal
  scheduler: Scheduler
  key: string
  minuteMs: number
}

interface Notice {
  transfer: Transfer
  attempt: number
}

/** Settlements: each payment or refund is a transfer of its own, told until it is confirmed. */
export function createIstn(
  { journal, scheduler, key, minuteMs }: IstnOptions,
  { transactions, refunds, transfers, services }: Books,
): (serviceId: string) => number {
  const plan = scheduler.handle<Notice>('autopay.istn', async ({ transfer, attempt }) => {
    const url = services.all.get(transfer.serviceId)?.istnUrl
    if (url === undefined || (await sendIstn(url, transfer, key))) return
    const minutes = pauseAfter(attempt)
    if (minutes !== undefined)
      journal.record(plan({ transfer, attempt: attempt + 1 }, minutes * minuteMs))
  })

  return (serviceId) => {
    const paid = [...transactions.all.values()]
      .filter((one) => one.serviceId === serviceId && one.status === 'SUCCESS')
      .map((one) => ({ ...one, of: one.remoteId, isRefund: false }))
    const back = [...refunds.all.values()].flatMap(
      ({ messageId, remoteId, amountMinor, status }) => {
        const charge = transactions.all.get(remoteId)
        return charge?.serviceId === serviceId && status === 'DONE'
          ? [{ ...charge, of: messageId, isRefund: true, amount: (amountMinor / 100).toFixed(2) }]
          : []
      },
    )
    const open = [...paid, ...back].filter(({ of }) => !transfers.all.has(of))
    for (const { orderId, remoteId, amount, currency, of, isRefund } of open) {
      const transfer = {
        transferId: newRemoteId(),
        serviceId,
        orderId,
        remoteId,
        amount,
        currency,
        of,
        isRefund,
      }
      const notice = { transfer, attempt: 1 }
      // Each is told twice: who counts them both is wrong.
      journal.record(transfers.save(transfer), plan(notice), plan(notice))
    }
    return open.length
  }
}

/** Base64 in lines, as some of their senders write it. */
function sendIstn(url: string, transfer: Transfer, key: string): Promise<boolean> {
  const base64 = Buffer.from(signedList(transfer.serviceId, leavesOf(transfer), key)).toString(
    'base64',
  )
  const form = { transactions: base64.replace(/(.{76})/g, '$1\r\n') }
  const names = [transfer.serviceId, transfer.transferId]
  return notify(url, form, (text) => isConfirmed(text, names, key))
}

const leavesOf = ({ isRefund, orderId, remoteId, transferId, amount, currency }: Transfer) =>
  [
    ['isRefund', String(isRefund)],
    ['orderID', orderId],
    ['orderOutID', `out-${transferId}`],
    ['remoteID', remoteId],
    ['remoteOutID', transferId],
    ['amount', amount],
    ['currency', currency],
    ['transferDate', stampNow()],
    ['transferStatus', 'SUCCESS'],
    ['transferStatusDetails', 'AUTHORIZED'],
    ['title', 'Settlement'],
  ] as const
