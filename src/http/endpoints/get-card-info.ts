import { CardInfo, CardInfoRequest } from '../../contract/card.ts'
import { cardMask } from '../../domain/cards/card-mask.ts'
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
    const number = await cardNumber(services, caller, body.instrument)
    const unknown = { transferAllowed: false, fastTransfer: false }
    const facts = (await services.cardBook.find(number)) ?? unknown
    return { ...facts, cardMask: cardMask(number) }
  },
})
