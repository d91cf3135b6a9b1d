import type { Payment, Redirect } from '../payment.ts'
import { challengeData } from '../../actor/view/challenge-data.ts'

type AcsData = ReturnType<typeof challengeData> & { redirectMode?: 'PAGE' }

/** What the payer's browser needs for the challenge that waits; undefined when none does. */
export function acsData({ phase, challenge, redirect }: Payment): AcsData | undefined {
  if (phase === 'redirected' && redirect) return redirectData(redirect)
  return phase === 'challenging' && challenge ? challengeData(challenge) : undefined
}

/** The acquirer's page comes back to where the payer was, so that it wants the whole window. */
const redirectData = ({ url, charge }: Redirect): AcsData => ({
  tdsServerTxnId: charge.reference,
  redirectURL: url,
  redirectMode: 'PAGE',
})
