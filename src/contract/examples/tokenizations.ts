import {
  at,
  tokenizerId,
  merchant,
  customer,
  device,
  card,
  tokenization,
  token,
  cardNumber,
  binInfo,
  sdk,
  nothing,
} from './samples.ts'
import type { ExamplesById } from './samples.ts'

const consent = { type: 'STORE_CARD', version: '3', acceptedAt: '2026-01-02T03:04:00Z' }

export const tokenizationExamples: ExamplesById = {
  createTokenization: {
    requests: {
      'A card': {
        channel: 'WEBAPI',
        instrument: card,
        merchant,
        customer: { ...customer, extCustomerId: 'customer-7' },
        device,
        consents: [consent],
      },
      'On our page': { channel: 'PAYWALL', merchant, customer },
      'A network token': {
        kind: 'NETWORK',
        channel: 'WEBAPI',
        instrument: card,
        merchant,
        customer,
        device,
      },
    },
    answer: { ...tokenization, status: 'PENDING' },
  },
  searchTokens: {
    requests: { 'By number': { instrumentNo: token.instrumentNo } },
    answer: [token],
  },
  convertTokens: {
    requests: {
      Many: { tokens: [{ instrumentNo: token.instrumentNo }] },
      'One, flat': { instrumentNo: token.instrumentNo },
    },
    answer: [{ instrumentNo: token.instrumentNo, tokenizerId, status: 'PENDING' }],
  },
  discardTokenByNumber: {
    requests: { 'By number': { instrumentNo: token.instrumentNo } },
    answer: { ...tokenization, status: 'DISCARDED' },
  },
  getTokenizerBinInfo: {
    requests: { 'A card': { ...sdk, instrument: cardNumber } },
    answer: binInfo,
  },
  getCardVisual: {
    answer: {
      visualId: 'front',
      contentType: 'image/svg+xml',
      width: 512,
      height: 323,
      data: 'PHN2Zy8+',
    },
  },
  getTokenization: {
    answer: { ...tokenization, token, consents: { statement: [consent], receivedAt: at } },
  },
  completeTokenization: {
    requests: { 'Card and device': { instrument: card, device } },
    answer: { ...tokenization, status: 'PENDING' },
  },
  putTokenizationInstrument: {
    requests: { Flat: card, 'With the device': { instrument: card, device } },
    answer: { ...tokenization, status: 'PENDING' },
  },
  patchTokenizationInstrument: {
    requests: { 'The security code': { cvv: '123' } },
    answer: { ...tokenization, status: 'PENDING' },
  },
  getTokenizationStatus: { answer: tokenization },
  cancelTokenization: { ...nothing, answer: { ...tokenization, status: 'CANCELLED' } },
  discardTokenization: { ...nothing, answer: { ...tokenization, status: 'DISCARDED' } },
}
