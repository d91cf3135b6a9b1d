import type { Challenge } from '../authentication.ts'
import type { Redirect } from '../redirect.ts'
import { challengeData } from './challenge-data.ts'

type AcsData = ReturnType<typeof challengeData> & { redirectMode?: 'PAGE' }

interface Asked {
  phase: string
  challenge?: Challenge
  redirect?: Redirect
}

/** What the payer's browser needs for the challenge that waits; undefined when none does. */
export function acsData({ phase, challenge, redirect }: Asked): AcsData | undefined {
  if (phase === 'redirected' && redirect) return redirectData(redirect)
  return phase === 'challenging' && challenge ? challengeData(challenge) : undefined
}

/** The acquirer's page comes back to where the payer was, so that it wants the whole window. */
const redirectData = ({ url, charge }: Redirect): AcsData => ({
  tdsServerTxnId: charge.reference,
  redirectURL: url,
  redirectMode: 'PAGE',
})
