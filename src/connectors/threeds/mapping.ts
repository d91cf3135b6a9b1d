import { z } from 'zod'
import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'
import type { Answer } from '../http.ts'
import { isNotFound } from '../http.ts'
import type { Challenge, Verdict } from '../threeds.ts'
import { present } from '../../domain/present.ts'

export function lookupOf(answer: Answer<z.infer<typeof Versions>>): ThreeDsVersions {
  if (isNotFound(answer, 'not_enrolled')) return { type: 'notEnrolled' }
  const refused = refusalIn(answer)
  if (refused !== undefined) return { type: 'unavailable', refused }
  if (answer.type !== 'answered') return { type: 'unavailable' }
  const { body } = answer
  return {
    type: 'enrolled',
    threeDSServerTransID: body.threeDSServerTransID,
    directoryServerId: body.directoryServerId,
    acsStartProtocol: body.acsStartProtocolVersion,
    acsEndProtocol: body.acsEndProtocolVersion,
    dsStartProtocol: body.dsStartProtocolVersion,
    dsEndProtocol: body.dsEndProtocolVersion,
    ...present({ threeDSMethodURL: body.threeDSMethodURL }),
  }
}

/**
 * Whoever can be silenced must not open the door: only silence and a server in trouble are called
 * unavailable. A request that was refused, or answered with something else, authenticates nobody.
 */
export function outcomeOf(answer: Answer<Ares>, channel: 'app' | 'browser'): Verdict | Challenge {
  if (answer.type === 'answered') {
    const { body } = answer
    return body.transStatus === 'C' ? challengeOf(body, channel) : verdictOf(body)
  }
  const refused = refusalIn(answer)
  if (refused !== undefined) return { type: 'refused', because: refused }
  return { type: 'unavailable', because: answer.type === 'noAnswer' ? answer.because : answer.type }
}

function refusalIn(answer: Answer<unknown>): string | undefined {
  if (answer.type === 'refused') return `refused with ${String(answer.status)}`
  return answer.type === 'noAnswer' && answer.because === 'garbled' ? 'garbled' : undefined
}

/** A success without its proof is worth nothing to the acquirer, hence no success. */
export function verdictOf(message: Authenticated): Verdict {
  const { transStatus, eci, authenticationValue: cavv, transStatusReason: reason } = message
  const ids = { dsTransId: message.dsTransID, version: message.messageVersion }
  switch (transStatus) {
    case 'Y':
    case 'A':
      if (eci === undefined || cavv === undefined) break
      return { type: transStatus === 'Y' ? 'authenticated' : 'attempted', eci, cavv, ...ids }
    case 'I':
      return { type: 'informational', ...present({ eci }), ...ids }
    case 'N':
    case 'R':
      return { type: 'failed', transStatus, ...present({ reason }) }
  }
  return { type: transStatus === 'U' ? 'unavailable' : 'refused', because: said(transStatus) }
}

const said = (transStatus: string): string => `transStatus ${transStatus}`

/** A browser is sent to the ACS; an app finds it, and its key, in what the directory has signed. */
function challengeOf(ares: Ares, channel: 'app' | 'browser'): Challenge | Verdict {
  const { acsSignedContent, acsURL } = ares
  const needed = channel === 'app' ? 'acsSignedContent' : 'acsURL'
  if (ares[needed] === undefined) return { type: 'refused', because: `no ${needed}` }
  return {
    type: 'challenge',
    serverTransId: ares.threeDSServerTransID,
    ...(channel === 'browser' && acsURL !== undefined && { acsUrl: acsURL }),
    acsTransId: ares.acsTransID,
    acsReferenceNumber: ares.acsReferenceNumber,
    dsTransId: ares.dsTransID,
    version: ares.messageVersion,
    ...present({ acsSignedContent }),
  }
}

const Id = z.string().min(1).max(100)
const Version = z.string().regex(/^\d+\.\d+\.\d+$/)
/** The payer's browser is sent there: `javascript:` and the like must not pass. */
const WebUrl = z.url({ protocol: /^https?$/ }).max(2048)

export const Versions = z.object({
  threeDSServerTransID: Id,
  directoryServerId: Id,
  acsStartProtocolVersion: Version,
  acsEndProtocolVersion: Version,
  dsStartProtocolVersion: Version,
  dsEndProtocolVersion: Version,
  threeDSMethodURL: z.exactOptional(WebUrl),
})

export const Authenticated = z.object({
  messageVersion: Version,
  threeDSServerTransID: Id,
  acsTransID: Id,
  dsTransID: Id,
  transStatus: z.string().regex(/^[A-Z]$/),
  transStatusReason: z.exactOptional(z.string().max(10)),
  eci: z.exactOptional(z.string().regex(/^\d{1,2}$/)),
  authenticationValue: z.exactOptional(z.string().min(1).max(4000)),
})
type Authenticated = z.infer<typeof Authenticated>

export const aresOf = (threeDSServerTransID: string) =>
  Authenticated.extend({
    messageType: z.literal('ARes'),
    threeDSServerTransID: z.literal(threeDSServerTransID),
    acsReferenceNumber: Id,
    acsURL: z.exactOptional(WebUrl),
    acsSignedContent: z.exactOptional(z.string()),
  })
type Ares = z.infer<ReturnType<typeof aresOf>>
