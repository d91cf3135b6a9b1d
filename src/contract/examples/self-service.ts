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

const webhook = {
  webhookId: 'kqzmxwpfhabnvtrsycdjglqewua',
  url: 'https://shop.example/hooks',
  types: ['payment.completed', 'refund.completed'],
  status: 'ACTIVE',
  createdAt: at,
}
const secret = 'shown-once-8Zq3vM0w'

export const selfServiceExamples: ExamplesById = {
  createWebhook: {
    requests: {
      'Some events': { url: webhook.url, types: webhook.types },
      'All events': { url: webhook.url, description: 'The warehouse' },
    },
    answer: { ...webhook, secret },
  },
  listWebhooks: { answer: { webhooks: [webhook] } },
  getWebhook: {
    answer: { ...webhook, lastAttempt: { eventId, at, httpStatus: 200, durationMs: 84 } },
  },
  changeWebhook: {
    requests: { 'Start it again': { status: 'ACTIVE' } },
    answer: webhook,
  },
  rotateWebhookSecret: { answer: { secret } },
  testWebhook: { answer: { eventId: 'test_qhzkvwdtmxpfhabnvtrsycdjglq' } },
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
