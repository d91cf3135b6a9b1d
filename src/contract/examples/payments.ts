import {
  paymentId,
  merchant,
  order,
  card,
  page,
  cardNumber,
  binInfo,
  methodList,
  byServer,
  sdk,
} from './samples.ts'
import type { ExamplesById } from './samples.ts'

export const paymentExamples: ExamplesById = {
  createPayment: {
    requests: {
      'On our page': page,
      'A card': { ...byServer, method: 'CARD', instrument: card },
      'A hold': {
        ...byServer,
        method: 'CARD',
        instrument: card,
        options: { transKind: 'PREAUTH' },
      },
      'A card to be stored': {
        ...byServer,
        method: 'CARD',
        instrument: card,
        options: { tokenize: true },
      },
      'A BLIK code': {
        ...byServer,
        method: 'BLIK',
        instrument: { type: 'BLIK_CODE', code: '777123' },
      },
      'A bank transfer': {
        ...byServer,
        method: 'PBL',
        instrument: { type: 'PBL', bank: 'SIMBANK' },
      },
      'A marketplace': {
        ...byServer,
        method: 'CARD',
        instrument: card,
        order: {
          ...order,
          subpayments: [
            { merchant, amount: 59.99 },
            { merchant: { merchantId: '10000002' }, amount: 40, commission: 4 },
          ],
        },
        options: { transType: 'MARKETPLACE' },
      },
    },
    answer: {
      paymentId,
      status: 'NEW',
      dataRequest: 'INSTRUMENT',
      channel: 'PAYWALL',
      method: 'UNKNOWN',
      redirectURL: 'https://pay.example/pay/hqjwzkxmdlvobnrtcyfaguespi',
      access_token: 'eyJhbGciOi…',
    },
  },
  searchPayments: { requests: { 'By order': { extOrderId: 'order-1841' } }, answer: [paymentId] },
  getBinInfo: { requests: { 'A card': { ...sdk, instrument: cardNumber } }, answer: binInfo },
  getCardInfo: {
    requests: { 'A card': { instrument: cardNumber } },
    answer: {
      organization: 'VISA',
      cardType: 'DEBIT',
      cardMask: '400000******1000',
      issuer: 'Sandbox Bank',
      issuerCountry: 'PL',
      transferAllowed: true,
      fastTransfer: true,
    },
  },
  getRefundBalance: {
    answer: {
      merchantId: '10000001',
      balances: [{ currency: 'PLN', available: 1240.5, reserved: 30 }],
    },
  },
  listMethods: { answer: methodList },
  listBanks: {
    answer: [
      {
        provider: 'BM',
        bank: 'SIMBANK',
        bankId: 1,
        name: 'Simbank',
        iconURL: 'https://pay.example/icons/bank.svg',
        available: true,
      },
    ],
  },
  listCardOrganizations: {
    answer: [{ organization: 'VISA', iconURL: 'https://pay.example/icons/visa.svg' }],
  },
  listClickToPayOptions: {
    answer: [
      {
        organization: 'VISA',
        dpaId: 'dpa-10000001',
        srcInitiatorId: 'tollgate',
        dpaTransactionOptions: {},
        iconURL: 'https://pay.example/icons/visa.svg',
      },
    ],
  },
}
