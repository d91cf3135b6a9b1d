import { segment } from '../http.ts'
import type { Http } from '../http.ts'
import { inquireRefund, sendRefund } from '../refund.ts'
import type { Settles } from '../acquirer.ts'
import type { Blik } from '../blik.ts'
import { createSettles } from '../settlement-file.ts'
import { inquiryOf, outcomeOf, paymentOf } from './mapping.ts'

export const createClient = (http: Http): Blik & Settles => ({
  async pay({ notifyUrl, ...payment }, signal) {
    const body = { ...payment, notifyURL: notifyUrl }
    return outcomeOf(await http.post('/payments', body, paymentOf(payment.orderId), signal))
  },

  async inquire(orderId, signal) {
    return inquiryOf(await http.get(`/payments/${segment(orderId)}`, paymentOf(orderId), signal))
  },

  async cancel(orderId, signal) {
    const path = `/payments/${segment(orderId)}/cancel`
    return outcomeOf(await http.post(path, {}, paymentOf(orderId), signal))
  },

  refund: (request, signal) => sendRefund(http, request, signal),
  inquireRefund: (question, signal) => inquireRefund(http, question, signal),
  ...createSettles(http),
})
