import { z } from 'zod'
import { CardVisual } from '../../contract/tokenizer.ts'
import { endpoint } from '../endpoint.ts'
import { findToken } from '../lookups/find-token.ts'
import { Refused } from '../refused.ts'

export const getCardVisual = endpoint({
  method: 'get',
  path: '/tokenizer/vts/:instrumentRef/cardVisual/:visualId',
  tag: 'Tokenization',
  summary: 'Card art of a VTS token',
  resource: 'TOKENIZER',
  params: z.object({ instrumentRef: z.string(), visualId: z.string() }),
  answer: CardVisual,
  rejects: ['token_not_found', 'not_found'],
  handle: async (services, { caller, params }) => {
    const { instrumentRef, visualId } = params
    const token = await findToken(services, caller, { instrumentRef })
    if (token?.type !== 'VTS' || token.status === 'DISCARDED') throw new Refused('token_not_found')
    if (!token.visuals?.some((visual) => visual.visualId === visualId))
      throw new Refused('not_found')
    const found = await services.cardVisual(instrumentRef, visualId)
    if (found.type === 'unknown') throw new Refused('unavailable')
    if (found.type === 'notFound') throw new Refused('not_found')
    return found.visual
  },
})
