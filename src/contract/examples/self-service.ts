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

const account = {
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
  pageSavedCards: false,
  pageAttempts: 5,
}
const settlement = {
  settlementId: 'mjhpkdqwzxcvbnasgfrtyeiolkuhgbpd',
  provider: 'acquirer',
  date: at,
  currency: 'PLN',
  gross: 1250.5,
  refunds: 99.99,
  disputes: 0,
  fees: 0,
  net: 1150.51,
  lines: 14,
}
const apiKey = {
  keyId: 'kqzmxwpfhabnvtrsycdjglqewua',
  name: 'The warehouse',
  scopes: ['read', 'refunds'],
  createdAt: at,
  usable: ['read', 'refunds'],
}
const webhook = {
  webhookId: 'kqzmxwpfhabnvtrsycdjglqewua',
  url: 'https://shop.example/hooks',
  types: ['payment.completed', 'refund.completed'],
  status: 'ACTIVE',
  createdAt: at,
}
const secret = 'shown-once-8Zq3vM0w'

/** Twelve pixels wide. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAYAAADN5B7xAAAAQElEQVR4AbyOsQkAIAwEn9Q6o4KOZeGODqCVIQRSfJPAFQm5' +
  '56W0cRkE5Khw9oIlylEhevD3RKH2CYuv8ne60gMAAP//kk/7KwAAAAZJREFUAwCN6yGtKB7wfwAAAABJRU5ErkJggg=='

export const selfServiceExamples: ExamplesById = {
  putLogo: {
    requests: { 'A small PNG': { picture: logo } },
    answer: {
      ...account,
      logoURL: 'https://pay.example/pay/logos/10000001/5c1f0e9a7b3d4c2e8f6a1b0d9c8e7f6a.png',
    },
  },
  listSettlements: { answer: { settlements: [settlement] } },
  getSettlement: { answer: settlement },
  downloadSettlement: {
    answer: [
      'line,kind,paymentId,reference,extOrderId,amount,currency',
      `1,SALE,${paymentId},${paymentId}-auth-qhzkvwdt,order-1841,99.99,PLN`,
      '',
    ].join('\r\n'),
  },
  exportPayments: {
    answer: [
      'paymentId,createdAt,updatedAt,status,method,card,amount,currency,captured,refunded,extOrderId,description,linkId,rejectCode',
      `${paymentId},${at},${at},COMPLETED,CARD,400000******1000,99.99,PLN,99.99,0.00,order-1841,Two books,,`,
      '',
    ].join('\r\n'),
  },
  exportDisputes: {
    answer:
      'disputeId,createdAt,updatedAt,stage,status,reason,networkReason,amount,currency,withdrawn,fees,' +
      'dueBy,paymentId,extOrderId,method\r\n',
  },
  exportRefunds: {
    answer:
      'refundId,createdAt,updatedAt,status,amount,currency,paymentId,extOrderId,extRefundId,description,rejectCode\r\n',
  },
  exportSettlements: {
    answer: 'settlementId,provider,date,currency,gross,refunds,fees,net,lines,disputes\r\n',
  },
  createApiKey: {
    requests: {
      'For refunds': { name: 'The warehouse', scopes: ['read', 'refunds'] },
      'For a year': { name: 'Reports', scopes: ['read'], expiresAt: '2099-01-01T00:00:00Z' },
    },
    answer: { ...apiKey, key: 'tgk_…' },
  },
  listApiKeys: { answer: { keys: [{ ...apiKey, lastUsedAt: at }] } },
  createWebhook: {
    requests: {
      'Some events': { url: webhook.url, types: webhook.types },
      'All events': { url: webhook.url, description: 'The warehouse' },
    },
    answer: { ...webhook, secret },
  },
  listWebhooks: { answer: { webhooks: [webhook] } },
  getWebhook: {
    answer: {
      ...webhook,
      lastAttempt: { eventId, at, httpStatus: 200, durationMs: 84 },
      attempts: [
        {
          eventId,
          type: event.type,
          at,
          url: webhook.url,
          httpStatus: 200,
          durationMs: 84,
          sent: JSON.stringify(event.data),
          answered: 'thank you',
        },
      ],
    },
  },
  changeWebhook: { requests: { 'Start it again': { status: 'ACTIVE' } }, answer: webhook },
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
  getAccount: { answer: account },
  changeAccount: {
    requests: {
      'How the page looks': { pageColour: '#0c5f63', pageLanguage: 'pl', pageMethods: ['CARD'] },
      'Where payers go': { redirectURL: 'https://shop.example/thanks' },
      'No logo any more': { logoURL: null },
    },
    answer: { ...account, pageColour: '#0c5f63', pageLanguage: 'pl', pageMethods: ['CARD'] },
  },
}
