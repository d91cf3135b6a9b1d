/** A request or more, by what they show (the first is the usual one), and an answer. */
export interface OperationExamples {
  requests?: Readonly<Record<string, unknown>>
  answer: unknown
}

export type ExamplesById = Readonly<Record<string, OperationExamples | undefined>>

export const paymentId = 'qhzkvwdtmbnaoxecrlfyugspije'
export const disputeId = 'qhdmzkxwpfabnvtrsycjgleuoib'
export const tokenizerId = 'wzjlcoxnqfkymabvdrhteugispo'
export const merchant = { merchantId: '10000001' }
export const customer = { email: 'payer@example.com' }
export const device = { browserData: { javascriptEnabled: false, language: 'pl-PL' } }
export const order = {
  amount: 99.99,
  currency: 'PLN',
  extOrderId: 'order-1841',
  description: 'Coffee beans',
}
export const card = {
  type: 'CARD',
  instrumentNo: '4000000000001000',
  expDate: '203012',
  cvv: '123',
}
const bare = { merchant, customer, device, order }
export const byServer = { channel: 'WEBAPI', ...bare }

export const page = {
  channel: 'PAYWALL',
  method: 'UNKNOWN',
  merchant: { ...merchant, redirectURL: 'https://shop.example/thanks' },
  customer,
  order,
}
export const started = { paymentId, status: 'PENDING', channel: 'WEBAPI', method: 'CARD' }
export const at = '2026-01-02T03:04:05.678Z'
export const amounts = { authorized: 99.99, captured: 99.99, refunded: 0, refundable: 99.99 }
export const held = { authorized: 99.99, captured: 0, refunded: 0, refundable: 0 }
export const commanded = {
  ...started,
  status: 'COMPLETED',
  transId: 'tr-kdjwqlzmxo',
  transStatus: 'PENDING',
  amounts: held,
}
export const tokenization = { tokenizerId, status: 'COMPLETED', kind: 'COF' }
export const token = {
  type: 'COF',
  instrumentNo: 'ctkfbxqzwmrlhnvyjdaeopusgic',
  cardMask: '400000******1000',
  expDate: '203012',
  organization: 'VISA',
  status: 'ACTIVE',
  visuals: [],
  createdAt: at,
}
export const refund = {
  refundId: 'rf-mzqkxwldjv',
  extRefundId: 'return-1',
  paymentId,
  transId: 'tr-mzqkxwldjv',
  amount: 30,
  currency: 'PLN',
  status: 'NEW',
  description: 'One item came back',
  createdAt: at,
  updatedAt: at,
}
export const sdk = { sdkStartProtocol: '2.1.0', sdkEndProtocol: '2.2.0' }
export const cardNumber = { type: 'CARD', instrumentNo: '4000000000001000' }
export const binInfo = {
  organization: 'VISA',
  cardType: 'DEBIT',
  issuerCountry: 'PL',
  threeDSSupported: true,
  protocolVersion: '2.2.0',
  directoryServerId: 'A000000003',
  acsStartProtocol: '2.1.0',
  acsEndProtocol: '2.2.0',
  dsStartProtocol: '2.1.0',
  dsEndProtocol: '2.2.0',
}
export const methodList = {
  methods: [
    { method: 'CARD', status: 'ACTIVE' },
    { method: 'BLIK', status: 'ACTIVE' },
  ],
}
export const nothing = { requests: { 'No body is needed': {} } }
