import { setTimeout as sleep } from 'node:timers/promises'
import { card, visa } from '../support/cards.ts'
import type { Json } from '../support/http.ts'
import { passChallenge } from '../support/payer.ts'
import type { Walk } from './paths.ts'

/** Between the time that a process has to take a call, and the end of the time it is watched for. */
const OUT_OF_REACH_MS = 4_500

const isAskedForCvv = ({ dataRequest }: Json): boolean => dataRequest === 'CARD_CVV'

/** Paths on which the process that holds a CVV, and runs no tasks, is away. */
export const holderPaths: Record<string, Walk> = {
  'holder-out-of-reach': async ({ shop, holder }) => {
    const { paymentId, acsData } = await holder.shop.asks({ instrument: card(visa(102)) })
    holder.stop()
    try {
      await Promise.all([passChallenge(acsData), sleep(OUT_OF_REACH_MS).then(holder.goOn)])
    } finally {
      holder.goOn()
    }
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
  'holder-gone': async ({ shop, holder }) => {
    const { paymentId, acsData } = await holder.shop.asks({ instrument: card(visa(102)) })
    holder.stop()
    try {
      await Promise.all([passChallenge(acsData), shop.sees(paymentId, isAskedForCvv)])
    } finally {
      holder.goOn()
    }
    await shop.call('PATCH', `/payment/${paymentId}/instrument`, { cvv: '123' })
    await shop.reaches(paymentId, 'COMPLETED')
    return paymentId
  },
}
