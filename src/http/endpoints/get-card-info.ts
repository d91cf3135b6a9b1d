import { CardInfo, CardInfoRequest } from '../../contract/card.ts'
import { cardMask, cardRangeOf } from '../../domain/card-range.ts'
import { cardNumber } from '../intake/card-number.ts'
import { endpoint } from '../endpoint.ts'

export const getCardInfo = endpoint({
  method: 'post',
  path: '/payment/cardInfo',
  tag: 'Payments',
  summary: 'Basic information about a card',
  description: "To check the recipient's card before a transfer. The number is never returned.",
  resource: 'PAYMENT',
  body: CardInfoRequest,
  answer: CardInfo,
  rejects: [],
  handle: async (services, { caller, body }) => {
    const number = await cardNumber(services, caller.merchantId, body.instrument)
    const range = cardRangeOf(number, services.cardRanges)
    const mask = cardMask(number)
    if (!range) return { cardMask: mask, transferAllowed: false, fastTransfer: false }
    return { ...range, cardMask: mask }
  },
})
