import { z } from 'zod'
import { isNotFound, segment } from '../http.ts'
import type { Http } from '../http.ts'
import { areqOf } from './areq.ts'
import type { Requestor } from '../requestor.ts'
import type { EmvServer } from './types.ts'
import { aresOf, lookupOf, outcomeOf, Versions } from './mapping.ts'
import { ResultFields, resultOf } from './result.ts'

export type RequestorFor = (organization: string | undefined) => Requestor & { acquirerBin: string }

export const createClient = (http: Http, requestorFor: RequestorFor): EmvServer => ({
  async lookUp(number, signal) {
    return lookupOf(await http.post('/versions', { acctNumber: number }, Versions, signal))
  },

  async authenticate(request, signal) {
    const ares = aresOf(request.threeDSServerTransID)
    const areq = areqOf(request, requestorFor(request.organization))
    const body = { ...areq, resultsURL: request.resultsUrl }
    const answer = await http.post('/authentications', body, ares, signal)
    return outcomeOf(answer, request.sdk ? 'app' : 'browser')
  },

  async result(threeDSServerTransID, signal) {
    const path = `/authentications/${segment(threeDSServerTransID)}`
    const answer = await http.get(path, progressOf(threeDSServerTransID), signal)
    if (answer.type === 'answered') return answer.body
    return isNotFound(answer) ? { type: 'notFound' } : { type: 'unknown' }
  },
})

const progressOf = (threeDSServerTransID: string) =>
  z.union([
    z.object({ transStatus: z.literal('C') }).transform(() => ({ type: 'pending' as const })),
    ResultFields.extend({ threeDSServerTransID: z.literal(threeDSServerTransID) }).transform(
      (fields) => ({ type: 'final' as const, outcome: resultOf(fields).outcome }),
    ),
  ])
