import type { Entry, Journal } from '../journal.ts'

export type Service = 'vts' | 'scof'
export type TokenStatus = 'ACTIVE' | 'SUSPENDED' | 'DISCARDED'

export interface NetworkToken {
  service: Service
  instrumentRef: string
  /** The token's own number: of a test range, so that it means the same scenario as its card. */
  number: string
  last4: string
  expDate: string
  status: TokenStatus
}

/** What a reference was answered with, for ever. */
export type Provisioning =
  | { reference: string; instrumentRef: string }
  | { reference: string; reason: string }

export interface Cryptogram {
  reference: string
  instrumentRef: string
  cryptogram: string
}

/** The issuer has given out the card again. */
export interface Renewal {
  instrumentRef: string
  last4: string
  expDate: string
}

export interface NetworkTokens {
  find(service: string, instrumentRef: string): NetworkToken | undefined
  byNumber(number: string): NetworkToken | undefined
  provisioning(reference: string): Provisioning | undefined
  cryptogram(reference: string): Cryptogram | undefined
  isIssued(cryptogram: string, instrumentRef: string): boolean
  created(token: NetworkToken): Entry
  provisioned(provisioning: Provisioning): Entry
  changed(change: { instrumentRef: string; status: TokenStatus }): Entry
  renewed(renewal: Renewal): Entry
  issued(cryptogram: Cryptogram): Entry
}

export function createNetworkTokens(journal: Journal): NetworkTokens {
  const tokens = new Map<string, NetworkToken>()
  const byNumber = new Map<string, NetworkToken>()
  const provisionings = new Map<string, Provisioning>()
  const cryptograms = new Map<string, Cryptogram>()
  const owners = new Map<string, string>()
  return {
    find(service, instrumentRef) {
      const token = tokens.get(instrumentRef)
      return token?.service === service ? token : undefined
    },
    byNumber: (number) => byNumber.get(number),
    provisioning: (reference) => provisionings.get(reference),
    cryptogram: (reference) => cryptograms.get(reference),
    isIssued: (cryptogram, instrumentRef) => owners.get(cryptogram) === instrumentRef,
    created: journal.topic<NetworkToken>('tokens.created', (token) => {
      tokens.set(token.instrumentRef, token)
      byNumber.set(token.number, token)
    }),
    provisioned: journal.topic<Provisioning>('tokens.provisioned', (provisioning) =>
      provisionings.set(provisioning.reference, provisioning),
    ),
    changed: journal.topic<{ instrumentRef: string; status: TokenStatus }>(
      'tokens.changed',
      ({ instrumentRef, status }) => {
        const token = tokens.get(instrumentRef)
        if (token) token.status = status
      },
    ),
    renewed: journal.topic<Renewal>('tokens.renewed', ({ instrumentRef, last4, expDate }) => {
      const token = tokens.get(instrumentRef)
      if (token) Object.assign(token, { last4, expDate })
    }),
    issued: journal.topic<Cryptogram>('tokens.issued', (issue) => {
      cryptograms.set(issue.reference, issue)
      owners.set(issue.cryptogram, issue.instrumentRef)
    }),
  }
}
