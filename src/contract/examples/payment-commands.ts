import {
  paymentId,
  device,
  order,
  card,
  started,
  at,
  amounts,
  commanded,
  token,
  refund,
  sdk,
  binInfo,
  methodList,
  nothing,
  tokenization,
} from './samples.ts'
import type { ExamplesById } from './samples.ts'

export const paymentCommandExamples: ExamplesById = {
  getPayment: {
    answer: {
      paymentId,
      status: 'COMPLETED',
      channel: 'WEBAPI',
      method: 'CARD',
      merchant: { merchantId: '10000001', name: 'Sandbox Shop' },
      customer: { email: 'p***@example.com' },
      order,
      options: { transKind: 'AUTH', validTime: 1800 },
      instrument: { type: 'CARD', cardMask: '400000******1000', organization: 'VISA' },
      amounts,
      createdAt: at,
      updatedAt: at,
      validUntil: at,
      next: [{ event: 'REFUND_WINDOW_END', at }],
    },
  },
  completePayment: {
    requests: { 'Card and device': { instrument: card, device } },
    answer: started,
  },
  putInstrument: {
    requests: { Flat: card, 'With the device': { instrument: card, device } },
    answer: started,
  },
  patchInstrument: { requests: { 'The security code': { cvv: '123' } }, answer: started },
  getPaymentStatus: { answer: { paymentId, status: 'COMPLETED', statusPresentation: true } },
  listTransactions: {
    answer: [
      {
        transId: 'tr-qhzkvwdtmb',
        type: 'AUTH',
        status: 'COMPLETED',
        amount: 99.99,
        currency: 'PLN',
        authCode: '831000',
        createdAt: at,
        updatedAt: at,
      },
    ],
  },
  withdrawTransaction: {
    requests: { 'With a reason': { description: 'Ordered by mistake' } },
    answer: commanded,
  },
  retryPayment: { ...nothing, answer: { ...started, status: 'NEW', dataRequest: 'INSTRUMENT' } },
  restorePayment: {
    ...nothing,
    answer: {
      ...started,
      status: 'NEW',
      channel: 'PAYWALL',
      dataRequest: 'INSTRUMENT',
      redirectURL: 'https://pay.example/pay/xmvokzqjwdlhbnrtcyfaguespi',
      access_token: 'eyJhbGciOi…',
    },
  },
  cancelPayment: {
    requests: {
      'With a reason': { reason: 'CLIENT', description: 'The customer changed their mind' },
    },
    answer: {
      ...started,
      status: 'CANCELLED',
      rejectCode: 'CANCELLED_BY_MERCHANT',
      rejectInfo: 'Cancelled by the merchant',
    },
  },
  capturePayment: { requests: { 'A part': { amount: 90.5 }, All: {} }, answer: commanded },
  adjustPayment: { requests: { 'A new total': { amount: 120 } }, answer: commanded },
  refundPayment: {
    requests: {
      'A part': { amount: 30, extRefundId: 'return-1', description: 'One item came back' },
      All: {},
    },
    answer: refund,
  },
  listRefunds: { answer: [{ ...refund, status: 'COMPLETED' }] },
  getRefund: { answer: { ...refund, status: 'COMPLETED' } },
  listSubpayments: {
    answer: [
      {
        subpaymentId: 'sp-1-qhzkvwdtmb',
        merchantId: '10000002',
        amount: 40,
        currency: 'PLN',
        commission: 4,
        refunded: 0,
        status: 'COMPLETED',
      },
    ],
  },
  getAcsData: {
    answer: {
      tdsServerTxnId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      acsTxnId: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
      acsRefNumber: 'SANDBOX-ACS',
      acsURL: 'https://acs.example/challenge',
      challengeWindowSize: '05',
      messageType: 'CReq',
      messageVersion: '2.2.0',
      creqPayload: 'eyJtZXNzYWdlVHlwZSI6IkNSZXEifQ',
      acsStartProtocol: '2.1.0',
      acsEndProtocol: '2.2.0',
      dsStartProtocol: '2.1.0',
      dsEndProtocol: '2.2.0',
    },
  },
  getPaymentBinInfo: { requests: { 'The versions of the SDK': sdk }, answer: binInfo },
  listPaymentMethods: { answer: methodList },
  getPaymentTokenizer: { answer: { ...tokenization, token } },
}
