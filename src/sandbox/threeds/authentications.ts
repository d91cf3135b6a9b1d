import type { AppChannel } from './app-channel.ts'
import type { Entry, Journal } from '../journal.ts'

/** One authentication, known by three ids. The card itself is not kept, only its proof. */
export interface Authentication {
  threeDSServerTransID: string
  acsTransID: string
  dsTransID: string
  messageVersion: string
  messageCategory: string
  scenario: number
  /** Whether the gateway says that the 3-D Secure Method ran. */
  threeDSCompInd?: string
  /** Whether the gateway wants a challenge, and why not. */
  threeDSRequestorChallengeInd?: string
  /** What was asked, without the card. */
  areq?: Record<string, unknown>
  amountMinor: number
  purchaseCurrency: string
  merchantName: string
  deviceChannel: '01' | '02'
  /** Where the browser goes afterwards; an app has no browser. */
  notificationURL: string
  app?: AppChannel
  resultsURL: string
  acsURL: string
  /** The authentication value and its indicator, shown only once the cardholder is authenticated. */
  cavv: string
  eci: string
  transStatus: string
  /** What came out of the challenge, from the moment the payer decided. */
  result?: Result
  /** The result has reached the 3-D Secure server. */
  isPublished: boolean
}

export interface Result {
  transStatus: 'Y' | 'N'
  transStatusReason?: string
  challengeCancel?: string
}

export interface Authentications {
  byServer(threeDSServerTransID: string): Authentication | undefined
  byAcs(acsTransID: string): Authentication | undefined
  byDirectory(dsTransID: string): Authentication | undefined
  /** The issuer's hidden page ran under this id. */
  isBrowserKnown(threeDSServerTransID: string): boolean
  profiled(profile: { id: string }): Entry
  /** What was asked under this id, for tests to look at. */
  log(threeDSServerTransID: string): object[]
  answered(authentication: Authentication): Entry
  decided(decision: { id: string; result: Result }): Entry
  published(publication: { id: string }): Entry
}

export function createAuthentications(journal: Journal): Authentications {
  const byServer = new Map<string, Authentication>()
  const byAcs = new Map<string, Authentication>()
  const profiled = new Set<string>()
  const byDirectory = new Map<string, Authentication>()
  const change = (id: string, changes: Partial<Authentication>) => {
    const authentication = byServer.get(id)
    if (authentication) Object.assign(authentication, changes)
  }
  return {
    byServer: (id) => byServer.get(id),
    byAcs: (id) => byAcs.get(id),
    byDirectory: (id) => byDirectory.get(id),
    isBrowserKnown: (id) => profiled.has(id),
    profiled: journal.topic<{ id: string }>('threeds.profiled', ({ id }) => profiled.add(id)),
    log: (id) => [byServer.get(id)].flatMap((one) => (one ? [shown(one)] : [])),
    answered: journal.topic<Authentication>('threeds.answered', (authentication) => {
      byServer.set(authentication.threeDSServerTransID, authentication)
      byAcs.set(authentication.acsTransID, authentication)
      byDirectory.set(authentication.dsTransID, authentication)
    }),
    decided: journal.topic<{ id: string; result: Result }>('threeds.decided', ({ id, result }) =>
      change(id, { result }),
    ),
    published: journal.topic<{ id: string }>('threeds.published', ({ id }) =>
      change(id, { isPublished: true }),
    ),
  }
}

function shown({
  threeDSCompInd,
  threeDSRequestorChallengeInd,
  transStatus,
  deviceChannel,
}: Authentication) {
  return {
    ...(deviceChannel === '01' && { deviceChannel }),
    threeDSCompInd,
    ...(threeDSRequestorChallengeInd && { threeDSRequestorChallengeInd }),
    transStatus,
  }
}
