import type { Call, Outcome } from './call.ts'
import { newCall } from './new-call.ts'

export interface Challenge {
  serverTransId: string
  acsTransId?: string
  /** Where the browser posts a CReq; an app finds it in the signed content. */
  acsUrl?: string
  /** Of a server that runs the challenge itself: where the browser just goes. */
  pageUrl?: string
  acsReferenceNumber?: string
  acsSignedContent?: string
  dsTransId?: string
  version?: string
  until: number
  /** The merchant's own account at the server that asked; absent: that of the installation. */
  via?: string
  /** Of a server that tells nothing by itself: how often it was asked, and when it is next. */
  asked?: number
  askAt?: number
  ranges?: Record<string, string>
}

/** Soon at first, because the payer waits; a result is kept for five minutes at the least. */
const ASKED_EVERY_MS = [3_000, 3_000, 4_000, 5_000, 5_000, 10_000, 10_000, 20_000, 30_000]
const SELDOM_MS = 60_000

/** When a server that was asked so often already is asked next. */
export const nextQuestionAt = (asked: number, now: number): number =>
  now + (ASKED_EVERY_MS[asked] ?? SELDOM_MS)

/** The challenge after one more question, and when the next is due. */
export function challengeAsked(challenge: Challenge, now: number): Challenge {
  const asked = challenge.asked ?? 0
  return { ...challenge, asked: asked + 1, askAt: nextQuestionAt(asked, now) }
}

/** Asks the server that runs a challenge how it ended, and under a name of its own each time. */
export function challengeInquiry({ serverTransId, asked = 0 }: Challenge): Call {
  const call = newCall('inquireAuthentication', serverTransId)
  return { ...call, id: `call/3ds/${serverTransId}/${asked + 1}` }
}

/** Whether a server has said how it ended; anything else is asked about again. */
export const isChallengeOver = ({ type }: Outcome): boolean =>
  type === 'authenticated' || type === 'notAuthenticated'
