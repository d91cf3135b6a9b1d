import { AcsData } from '../../contract/acs-data.ts'
import { statusOfPhase } from '../../domain/payment/phase.ts'
import { acsData } from '../../domain/payment/view.ts'
import { endpoint } from '../endpoint.ts'
import { Refused } from '../refused.ts'

export const getAcsData = endpoint({
  method: 'get',
  path: '/payment/:paymentId/acsData',
  tag: 'Payments',
  summary: 'What a 3-D Secure challenge needs',
  description:
    'Normally part of the answer of create; later, a status with dataRequest CARD_3DS says that ' +
    'it is there.',
  resource: 'PAYMENT',
  client: true,
  subject: 'payment',
  answer: AcsData,
  rejects: ['no_challenge_pending'],
  handle: (_services, { payment }) => {
    const data = acsData(payment)
    if (!data)
      throw new Refused('no_challenge_pending', { paymentStatus: statusOfPhase[payment.phase] })
    return data
  },
})
