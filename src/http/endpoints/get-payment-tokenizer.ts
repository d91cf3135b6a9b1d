import { TokenizationRecord } from '../../contract/tokenizer.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { tokenizationRecord } from '../../domain/tokenization/view.ts'
import { awaitedTokenization } from '../../domain/tokenization/from-payment.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

export const getPaymentTokenizer = endpoint({
  method: 'get',
  path: '/payment/:paymentId/tokenizer',
  tag: 'Payments',
  summary: 'The token of the card that a payment stores',
  description: 'Of a payment with options.tokenize. The token is there soon after COMPLETED.',
  resource: 'PAYMENT',
  subject: 'payment',
  answer: TokenizationRecord,
  rejects: ['no_tokenization'],
  handle: async ({ tokenizations }, { payment }) => {
    const { tokenizerId, phase } = payment
    if (tokenizerId === undefined)
      throw new Refused('no_tokenization', { paymentStatus: statusOfPhase[phase] })
    const tokenization = await tokenizations.find(tokenizerId)
    return tokenization
      ? tokenizationRecord(tokenization)
      : awaitedTokenization(payment, tokenizerId)
  },
})
