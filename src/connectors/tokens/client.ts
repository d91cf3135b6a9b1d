import { isSegment, segment } from '../http.ts'
import type { Http } from '../http.ts'
import type { TokenService, TokenServiceName } from './types.ts'
import {
  Cryptogram,
  cryptogramOf,
  discardedSchema,
  discardOf,
  provisionInquiryOf,
  provisionOf,
  provisionSchema,
  stateOf,
  tokenSchema,
  Visual,
  visualOf,
} from './mapping.ts'

export function createClient(http: Http, service: TokenServiceName): TokenService {
  const tokenPath = (instrumentRef: string) => `/${service}/tokens/${segment(instrumentRef)}`
  // These names come from a merchant's request; what cannot be a name is simply not there.
  const noSuchToken = (...names: string[]) => !names.every(isSegment)

  return {
    async provision(request, signal) {
      const schema = provisionSchema(request.reference)
      return provisionOf(await http.post(`/${service}/tokens`, request, schema, signal))
    },

    async inquireProvision(reference, signal) {
      const path = `/${service}/references/${segment(reference)}`
      return provisionInquiryOf(await http.get(path, provisionSchema(reference), signal))
    },

    async cryptogram(instrumentRef, request, signal) {
      if (noSuchToken(instrumentRef)) return { type: 'notUsable' }
      const path = `${tokenPath(instrumentRef)}/cryptograms`
      return cryptogramOf(await http.post(path, request, Cryptogram, signal))
    },

    async state(instrumentRef, signal) {
      if (noSuchToken(instrumentRef)) return { type: 'notFound' }
      return stateOf(await http.get(tokenPath(instrumentRef), tokenSchema(instrumentRef), signal))
    },

    async discard(instrumentRef, signal) {
      if (noSuchToken(instrumentRef)) return { type: 'notFound' }
      const path = `${tokenPath(instrumentRef)}/discard`
      return discardOf(await http.post(path, {}, discardedSchema(instrumentRef), signal))
    },

    async visual(instrumentRef, visualId, signal) {
      if (noSuchToken(instrumentRef, visualId)) return { type: 'notFound' }
      const path = `${tokenPath(instrumentRef)}/visuals/${segment(visualId)}`
      return visualOf(await http.get(path, Visual, signal))
    },
  }
}
