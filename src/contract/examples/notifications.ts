import { paymentId, tokenizerId, at } from './samples.ts'

/** What merchants' servers receive. */
export const notificationExamples = {
  payment: {
    paymentId,
    status: 'COMPLETED',
    extOrderId: 'order-1841',
    amount: 99.99,
    currency: 'PLN',
    method: 'CARD',
    channel: 'WEBAPI',
    eventId: `${paymentId}_2`,
    eventTime: at,
    sequence: 2,
  },
  refund: {
    paymentId,
    status: 'COMPLETED',
    extOrderId: 'order-1841',
    amount: 30,
    currency: 'PLN',
    transId: 'tr-mzqkxwldjv',
    transType: 'REFUND',
    transStatus: 'COMPLETED',
    refundId: 'rf-mzqkxwldjv',
    extRefundId: 'return-1',
    eventId: `${paymentId}_4`,
    eventTime: at,
    sequence: 4,
  },
  tokenizer: {
    tokenizerId,
    status: 'COMPLETED',
    eventId: `${tokenizerId}_2`,
    eventTime: at,
    sequence: 2,
  },
}
