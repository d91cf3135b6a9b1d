import { z } from 'zod'
import type { ThreeDsVersions } from '../../../domain/three-ds-versions.ts'
import { present } from '../../../domain/present.ts'
import { providerWords } from '../../../domain/reasons/given-reason.ts'
import type { Challenge, ResultLookup, Verdict } from '../../threeds.ts'
import { areqOf } from '../areq.ts'
import type { RequestorFor } from '../client.ts'
import { aresOf, outcomeOf } from '../mapping.ts'
import { ResultFields, resultOf } from '../result.ts'
import type { Areq, EmvServer } from '../types.ts'
import { asciiIn } from './ascii.ts'
import { isNotEnrolled, isUnknownId, meaningOf, wordsOf } from './erro.ts'
import type { IoAnswer, IoHttp } from './http.ts'

/** What it means that the server has no result under a name: not yet, or never. */
export type MissingResult = 'pending' | 'notFound'

const Id = z.string().min(1).max(100)
const Version = z.string().regex(/^\d+\.\d+\.\d+$/)

const Preauth = z.object({
  threeDSServerTransID: Id,
  acsStartProtocolVersion: Version,
  acsEndProtocolVersion: Version,
  dsStartProtocolVersion: z.exactOptional(Version),
  dsEndProtocolVersion: z.exactOptional(Version),
  threeDSMethodURL: z.exactOptional(z.url({ protocol: /^https?$/ }).max(2048)),
  scheme: z.exactOptional(z.string().max(40)),
})

export const createIoServer = (
  http: IoHttp,
  requestorFor: RequestorFor,
  missing: MissingResult,
): EmvServer => {
  const lookUp = async (acctNumber: string, signal?: AbortSignal) =>
    versionsOf(await http.post('/preauth', { acctNumber }, Preauth, signal))
  const ask = (request: Areq, signal?: AbortSignal) => {
    const areq = areqOf(request, requestorFor(request.organization))
    const body = asciiIn({ ...areq, ...echoed(request.ranges) })
    return http.post('/auth', body, aresOf(request.threeDSServerTransID), signal)
  }
  return {
    lookUp,

    async authenticate(request, signal) {
      const answer = await ask(request, signal)
      if (!isExpired(answer)) return verdictOf(answer, request)
      // Names live for a short while only. Nobody was asked under this one: another is good as well.
      const again = await lookUp(request.number, signal)
      if (again.type !== 'enrolled') return { type: 'unavailable', because: 'the name has expired' }
      const { threeDSServerTransID } = again
      const renewed = { ...request, threeDSServerTransID, compInd: 'N' as const }
      return verdictOf(await ask(renewed, signal), renewed)
    },

    async result(threeDSServerTransID, signal) {
      const body = { threeDSServerTransID }
      const schema = ResultFields.extend({ threeDSServerTransID: z.literal(threeDSServerTransID) })
      return lookupOf(await http.post('/postauth', body, schema, signal), missing)
    },
  }
}

function versionsOf(answer: IoAnswer<z.infer<typeof Preauth>>): ThreeDsVersions {
  if (answer.type === 'refused') {
    if (isNotEnrolled(answer.error)) return { type: 'notEnrolled' }
    return meaningOf(answer.error) === 'unavailable'
      ? { type: 'unavailable' }
      : { type: 'unavailable', refused: providerWords(wordsOf(answer.error)) }
  }
  if (answer.type !== 'answered')
    return answer.type === 'noAnswer' && answer.because === 'garbled'
      ? { type: 'unavailable', refused: 'garbled' }
      : { type: 'unavailable' }
  const { body } = answer
  return {
    type: 'enrolled',
    threeDSServerTransID: body.threeDSServerTransID,
    directoryServerId: body.scheme ?? 'not told',
    acsStartProtocol: body.acsStartProtocolVersion,
    acsEndProtocol: body.acsEndProtocolVersion,
    dsStartProtocol: body.dsStartProtocolVersion ?? body.acsStartProtocolVersion,
    dsEndProtocol: body.dsEndProtocolVersion ?? body.acsEndProtocolVersion,
    ...present({ threeDSMethodURL: body.threeDSMethodURL }),
  }
}

/** The server wants back which versions it has said. */
const echoed = (ranges: Areq['ranges']) =>
  Object.fromEntries(
    Object.entries(ranges ?? {}).map(([name, version]) => [`${name}Version`, version]),
  )

const isExpired = (answer: IoAnswer<unknown>): boolean =>
  answer.type === 'refused' && meaningOf(answer.error) === 'unknownId'

type Ares = z.infer<ReturnType<typeof aresOf>>

function verdictOf(answer: IoAnswer<Ares>, { sdk }: Areq): Verdict | Challenge {
  if (answer.type !== 'refused') return outcomeOf(answer, sdk ? 'app' : 'browser')
  const type = meaningOf(answer.error) === 'refused' ? 'refused' : 'unavailable'
  return { type, because: providerWords(wordsOf(answer.error)) }
}

/** Until the challenge has ended there is no result, and that is an error too. */
function lookupOf(
  answer: IoAnswer<z.infer<typeof ResultFields>>,
  missing: MissingResult,
): ResultLookup {
  if (answer.type === 'answered') return { type: 'final', outcome: resultOf(answer.body).outcome }
  if (answer.type !== 'refused' || answer.status === 401) return { type: 'unknown' }
  if (meaningOf(answer.error) === 'unavailable') return { type: 'unknown' }
  return { type: isUnknownId(answer.error) ? missing : 'pending' }
}
