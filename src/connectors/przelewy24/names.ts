import { createHash } from 'node:crypto'
import { ownerOf } from '../../domain/id.ts'

/**
 * What a charge may be called there. A name is good for one registration; one whose answer was lost is
 * followed by the next, and nobody can pay by it: its token reached no payer.
 */
export const sessionsOf = (reference: string): readonly string[] => [
  reference,
  `${reference}.2`,
  `${reference}.3`,
]

/** Our own name of a charge, from one of its names there. */
export const referenceIn = (sessionId: string): string => sessionId.replace(/\.[23]$/, '')

/** Of one order to pay money back, for ever: sent again, it is known. The payment can be read off it. */
export const requestIdOf = (reference: string): string =>
  reference.length <= LONGEST_REQUEST
    ? reference
    : `${ownerOf(reference)}-${digestOf(reference).slice(0, 16)}`

/** The second name of the same, which is shorter. */
export const refundUuidOf = (reference: string): string => digestOf(reference).slice(0, 32)

const LONGEST_REQUEST = 45

const digestOf = (reference: string): string => createHash('sha256').update(reference).digest('hex')
