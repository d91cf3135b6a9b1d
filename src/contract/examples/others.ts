import { paymentId, merchant, at } from './samples.ts'
import type { ExamplesById } from './samples.ts'

export const otherExamples: ExamplesById = {
  authenticateMerchant: {
    requests: {
      'For payments': { resource: 'PAYMENT', channel: 'WEBAPI', secret: 'YOUR_SECRET', merchant },
      'For payments and tokens': { resource: 'UNIVERSAL', secret: 'YOUR_SECRET', merchant },
    },
    answer: {
      access_token: 'eyJhbGciOi…',
      token_type: 'Bearer',
      expires_in: 600,
      resource: 'PAYMENT',
      channel: 'WEBAPI',
    },
  },
  receiveAcquirerMessage: {
    requests: {
      'A sale has succeeded': {
        id: 'evt_3QkZ1x2eZvKYlo2C',
        type: 'payment_intent.succeeded',
        data: {
          object: {
            id: 'pi_3QkZ1x2eZvKYlo2C',
            status: 'succeeded',
            amount: 9999,
            currency: 'pln',
            metadata: { reference: `${paymentId}-auth-mzqkxwld` },
          },
        },
      },
    },
    answer: { received: true },
  },
  receiveBlikStatus: {
    requests: {
      Confirmed: {
        orderId: `${paymentId}-blik-mzqkxwld`,
        transactionId: 'BLIK-5521',
        status: 'CONFIRMED',
      },
    },
    answer: { received: true },
  },
  receiveAcsStatus: {
    requests: {
      RReq: {
        messageType: 'RReq',
        messageVersion: '2.2.0',
        threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
        acsTransID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
        dsTransID: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
        transStatus: 'Y',
        eci: '05',
        authenticationValue: 'MTIzNDU2Nzg5MDA5ODc2NTQzMjE=',
      },
    },
    answer: {
      messageType: 'RRes',
      messageVersion: '2.2.0',
      threeDSServerTransID: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      acsTransID: 'd7c1ee99-9478-44a6-b1f2-391e29c6b340',
      dsTransID: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
      resultsStatus: '01',
    },
  },
  receiveAcquirerReturn: {
    answer: { location: 'https://pay.example/pay/hqjwzkxmdlvobnrtcyfaguespi' },
  },
  receiveBankReturn: { answer: { location: 'https://pay.example/pay/hqjwzkxmdlvobnrtcyfaguespi' } },
  advanceClock: {
    requests: { 'A day': { seconds: 86_400 } },
    answer: { paymentId, now: at, fired: ['expiry'] },
  },
  getOpenapi: { answer: { openapi: '3.1.0' } },
  getLiveness: { answer: { status: 'ok' } },
}
