import { createHmac } from 'node:crypto'
import type { Entry } from '../journal.ts'
import type { Message } from '../messenger.ts'
import type { Plan } from '../scheduler.ts'
import type { Amount, Books, Dispute, Modification, Payment, Report } from './books.ts'

interface Item {
  eventCode: string
  success: boolean
  pspReference: string
  originalReference?: string
  account: string
  merchantReference: string
  amount: Amount
  reason: string
  /** What is told besides, and not signed. */
  more?: Readonly<Record<string, string>>
}

export interface Notifier {
  ofPayment(payment: Payment): Entry[]
  ofModification(modification: Modification, done: boolean): Entry[]
  /** What was done has failed after all. */
  ofFailure(modification: Modification): Entry[]
  /** Of a dispute, or a warning, under a name of its own; `turn` says after how many others. */
  ofDispute(dispute: Dispute, eventCode: string, turn?: number): Entry[]
  /** That a report can be downloaded. */
  ofReport(report: Report): Entry[]
}

interface Parts {
  books: Books
  message: Plan<Message>
  key: string
  /** How long Adyen takes to decide what it has taken. */
  laterMs: number
}

/** Standard webhooks: each comes twice, as it happens. */
export function createNotifier({ books, message, key, laterMs }: Parts): Notifier {
  const notify = (item: Item, afterMs: number): Entry[] => {
    const hook = books.hooks.all.get(item.account)
    if (!hook) return []
    const body = {
      live: 'false',
      notificationItems: [{ NotificationRequestItem: signed(item, key, Date.now() + afterMs) }],
    }
    const sent = { sender: 'adyen', url: hook.url, body } as const
    return [message(sent, afterMs), message(sent, afterMs + laterMs)]
  }
  const modified = (
    modification: Modification,
    eventCode: string,
    success: boolean,
    reason = '',
  ) => {
    const { pspReference, payment, reference: merchantReference, amount } = modification
    const account = books.payments.all.get(payment)?.account ?? ''
    const item = { eventCode, success, pspReference, account, merchantReference, amount, reason }
    return notify({ ...item, originalReference: payment }, laterMs)
  }
  return {
    ofPayment({ pspReference, account, reference, amount, status, refusal }) {
      if (status === 'away' || status === 'cancelled') return []
      const success = status === 'authorised'
      const item = { eventCode: 'AUTHORISATION', success, pspReference, account, amount }
      const reason = success ? 'A:1111:03/2030' : (refusal?.words ?? 'Refused')
      return notify({ ...item, merchantReference: reference, reason }, 0)
    },
    ofModification: (modification, done) =>
      modified(
        modification,
        modification.kind,
        done,
        done ? '' : 'Insufficient balance on payment',
      ),
    ofFailure: (modification) =>
      modified(modification, `${modification.kind}_FAILED`, true, 'Capture or refund failed'),
    ofDispute: ({ pspReference, payment, account, amount, dueBy }, eventCode, turn = 0) => {
      const merchantReference = books.payments.all.get(payment)?.reference ?? ''
      const item = { eventCode, success: true, pspReference, originalReference: payment, account }
      const more = { defensePeriodEndsAt: dueBy, chargebackReasonCode: '10.4' }
      const news = { ...item, merchantReference, amount, reason: '', more }
      return notify(news, (turn + 1) * laterMs)
    },
    ofReport: ({ name: pspReference, account }) =>
      notify(
        {
          eventCode: 'REPORT_AVAILABLE',
          success: true,
          pspReference,
          account,
          merchantReference: '',
          amount: { value: 0, currency: 'EUR' },
          reason: `https://ca-test.adyen.com/reports/download/MerchantAccount/${account}/${pspReference}`,
        },
        0,
      ),
  }
}

function signed(item: Item, key: string, at: number): object {
  const { account: merchantAccountCode, success, originalReference, more, ...rest } = item
  const text = [
    item.pspReference,
    originalReference ?? '',
    merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    String(success),
  ].join(':')
  const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('base64')
  return {
    ...rest,
    ...(originalReference !== undefined && { originalReference }),
    merchantAccountCode,
    success: String(success),
    eventDate: new Date(at).toISOString(),
    paymentMethod: 'visa',
    operations: ['CANCEL', 'CAPTURE', 'REFUND'],
    additionalData: { hmacSignature, ...more },
  }
}
