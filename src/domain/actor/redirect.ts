import type { Call } from './call.ts'
import { nextQuestionAt } from './authentication.ts'
import { newCall } from './new-call.ts'
import { CHALLENGE_MS } from './sca-policy.ts'
import { present } from '../present.ts'

/** The acquirer's page that a payer is away at, with a charge or the check of a card under way. */
export interface Redirect {
  url: string
  /** The charge that is under way meanwhile. */
  charge: Call
  until: number
  asked: number
  askAt: number
  /** The browser was back, or there was news: the acquirer is asked at once. */
  returned?: true
  /** What the browser has brought back: only the acquirer knows what it is worth. */
  proof?: string
}

/** The browser goes there now; the first question is not before it can have been there. */
export const redirectTo = (url: string, charge: Call, now: number): Redirect => ({
  url,
  charge,
  until: now + CHALLENGE_MS,
  asked: 0,
  askAt: nextQuestionAt(0, now),
})

/** Under a name of its own each time; the last question is no turn of the clock, and counts as well. */
export function chargeInquiry({ charge, asked, proof }: Redirect): Call {
  return {
    ...newCall('inquire', charge.reference),
    id: `${charge.id}/away-${asked + 1}`,
    about: charge,
    away: true,
    ...present({ proof }),
  }
}

/** The redirect after one more question, and when the next is due. */
export const askedAgain = (redirect: Redirect, now: number): Redirect => ({
  ...redirect,
  asked: redirect.asked + 1,
  askAt: nextQuestionAt(redirect.asked, now),
})

/** The browser is back, or there was news: whoever knows is asked at once. */
export const backFrom = (redirect: Redirect, proof: string | undefined, now: number): Redirect => ({
  ...redirect,
  returned: true,
  askAt: now,
  ...present({ proof }),
})

/** The redirect of whoever is away with this charge; undefined when nobody is. */
export const awayWith = (
  { phase, redirect }: { phase: string; redirect?: Redirect },
  reference: string,
): Redirect | undefined =>
  phase === 'redirected' && redirect?.charge.reference === reference ? redirect : undefined
