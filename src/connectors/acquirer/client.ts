import { bodyOf, segment } from '../http.ts'
import type { Http } from '../http.ts'
import type { Acquirer } from './types.ts'
import {
  decisionOn,
  inquiryOf,
  outcomeOf,
  recordedDecisionOn,
  SettlementPage,
  settlementFileOf,
} from './mapping.ts'

export function createClient(http: Http): Acquirer {
  const operate =
    (operation: 'authorize' | 'capture' | 'adjust' | 'refund' | 'reverse') =>
    async (request: { reference: string }, signal?: AbortSignal) => {
      const schema = decisionOn(request.reference)
      return outcomeOf(await http.post(`/${operation}`, request, schema, signal), operation)
    }

  return {
    authorize: operate('authorize'),
    capture: operate('capture'),
    adjust: operate('adjust'),
    refund: operate('refund'),
    reverse: operate('reverse'),

    async inquire(reference, signal) {
      const path = `/operations/${segment(reference)}`
      return inquiryOf(await http.get(path, recordedDecisionOn(reference), signal))
    },

    async closeSettlement(batchId, signal) {
      const answer = await http.post('/settlements', { batchId }, settlementFileOf(batchId), signal)
      const { fileId, total } = bodyOf('closing the settlement batch', answer)
      return { fileId, total }
    },

    async settlementLines(batchId, after, limit, signal) {
      const page = `after=${String(after)}&limit=${String(limit)}`
      const path = `/settlements/${segment(batchId)}/lines?${page}`
      return bodyOf('reading settlement lines', await http.get(path, SettlementPage, signal))
    },
  }
}
