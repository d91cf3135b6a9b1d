import { notificationExamples } from './notifications.ts'
import { paymentCommandExamples } from './payment-commands.ts'
import { at, paymentId } from './samples.ts'
import type { ExamplesById } from './samples.ts'

const eventId = `${paymentId}_2`
const event = {
  eventId,
  type: 'payment.completed',
  createdAt: at,
  data: notificationExamples.payment,
}
const balances = [{ currency: 'PLN', available: 1240.5, reserved: 30 }]

export const selfServiceExamples: ExamplesById = {
  listPayments: { answer: { payments: [paymentCommandExamples['getPayment']?.answer] } },
  listEvents: { answer: { events: [event] } },
  getEvent: { answer: event },
  listEventAttempts: {
    answer: {
      attempts: [
        { at, url: 'https://shop.example/notify/payment', httpStatus: 200, durationMs: 84 },
      ],
    },
  },
  resendEvent: { answer: { eventId } },
  getBalance: { answer: { balances } },
  listBalanceEntries: {
    answer: {
      entries: [
        { at, kind: 'SALE', amount: 99.99, currency: 'PLN', balanceAfter: 1240.5, paymentId },
      ],
    },
  },
  getAccount: {
    answer: {
      merchantId: '10000001',
      name: 'Sandbox Shop',
      mcc: '5732',
      country: 'PL',
      notificationURL: 'https://shop.example/notify',
      notificationsPaused: false,
      channels: ['PAYWALL', 'WEBAPI'],
      methods: ['CARD', 'BLIK'],
      currencies: ['PLN', 'EUR'],
      holdDays: 30,
      refundWindowDays: 90,
    },
  },
}
