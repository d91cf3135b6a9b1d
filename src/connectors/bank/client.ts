import { bodyOf, segment } from '../http.ts'
import type { Http } from '../http.ts'
import { inquireRefund, sendRefund } from '../refund.ts'
import type { Settles } from '../acquirer.ts'
import type { Bank } from '../bank.ts'
import { createSettles } from '../settlement-file.ts'
import { Banks, inquiryOf, startedOf, startOf, transferOf } from './mapping.ts'

export const createClient = (http: Http): Bank & Settles => ({
  async banks(signal) {
    return bodyOf('listing the banks', await http.get('/banks', Banks, signal))
  },

  async start({ returnUrl, ...transfer }, signal) {
    const body = { ...transfer, returnURL: returnUrl }
    return startOf(await http.post('/payments', body, startedOf(transfer.orderId), signal))
  },

  async inquire(orderId, signal) {
    return inquiryOf(await http.get(`/payments/${segment(orderId)}`, transferOf(orderId), signal))
  },

  async cancel(orderId, signal) {
    const path = `/payments/${segment(orderId)}/cancel`
    return inquiryOf(await http.post(path, {}, transferOf(orderId), signal))
  },

  refund: (request, signal) => sendRefund(http, request, signal),
  inquireRefund: (question, signal) => inquireRefund(http, question, signal),
  ...createSettles(http),
})
