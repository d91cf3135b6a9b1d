/** What the outside may see of a payment: pure functions from the payment to the answer. */
export { acsData } from '../actor/view/acs-data.ts'
export { commandAnswer, createAnswer } from './view/command-answer.ts'
export { paymentInfo } from './view/payment-info.ts'
export { paymentStatus } from './view/payment-status.ts'
export {
  refundRecord,
  refundRecords,
  subpaymentRecords,
  transactionRecords,
} from './view/records.ts'
