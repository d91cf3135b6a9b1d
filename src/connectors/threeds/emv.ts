import { highestCommonVersion } from '../../domain/protocol-version.ts'
import type { ThreeDsVersions } from '../../domain/three-ds-versions.ts'
import type { AuthenticationOutcome, AuthenticationRequest, SdkData, ThreeDs } from '../threeds.ts'
import type { EmvServer } from './types.ts'

type Enrolled = Extract<ThreeDsVersions, { type: 'enrolled' }>

/** A server of EMV's own messages, asked as every other: which version, then the question itself. */
export const createEmvThreeDs = (server: EmvServer, results: 'push' | 'pull'): ThreeDs => ({
  lookUp: (number, signal) => server.lookUp(number, signal),
  result: (serverTransId, signal) => server.result(serverTransId, signal),
  authenticate: async (request, signal) => {
    const outcome = await authenticate(server, request, signal)
    return outcome.type === 'challenge' && results === 'pull' ? { ...outcome, pull: true } : outcome
  },
})

async function authenticate(
  server: EmvServer,
  request: AuthenticationRequest,
  signal?: AbortSignal,
): Promise<AuthenticationOutcome> {
  const { reference: _, method, mayProfile: __, ...asked } = request
  const lookup = await server.lookUp(asked.number, signal)
  if (lookup.type === 'notEnrolled') return { type: 'notEnrolled' }
  if (lookup.type === 'unavailable')
    return lookup.refused === undefined
      ? { type: 'unavailable', because: 'no version to speak' }
      : { type: 'refused', because: lookup.refused }
  const version = versionOf(lookup, asked.sdk)
  if (version === undefined) return { type: 'unavailable', because: 'no version to speak' }
  const serverTransId = method?.serverTransId ?? lookup.threeDSServerTransID
  const ranges = rangesOf(lookup)
  const outcome = await server.authenticate(
    {
      ...asked,
      threeDSServerTransID: serverTransId,
      version,
      compInd: method?.indicator ?? 'U',
      ranges,
    },
    signal,
  )
  // Under the name of its answer: a server may have had to give another one meanwhile.
  return outcome.type === 'challenge' ? { ...outcome, ranges } : outcome
}

/** An SDK has started with one version, and speaks no other. */
const versionOf = (lookup: Enrolled, sdk: SdkData | undefined): string | undefined =>
  highestCommonVersion([
    { start: lookup.acsStartProtocol, end: lookup.acsEndProtocol },
    { start: lookup.dsStartProtocol, end: lookup.dsEndProtocol },
    ...(sdk?.messageVersion ? [{ start: sdk.messageVersion, end: sdk.messageVersion }] : []),
  ])

const rangesOf = (lookup: Enrolled): Record<string, string> => {
  const { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol } = lookup
  return { acsStartProtocol, acsEndProtocol, dsStartProtocol, dsEndProtocol }
}
