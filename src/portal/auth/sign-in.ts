import type { SignInOrigin, SignIns } from '../../postgres/portal/sign-ins.ts'
import { isPassword } from './passwords.ts'
import { recoveryCodeIn } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export interface Claim {
  merchantId: string
  name: string
  password: string
  /** One-time or recovery. */
  code: string
  origin: SignInOrigin
}

/**
 * Who this is, or nobody. Whoever is not known, has to wait or is wrong gets the same answer after the
 * same work, so that nothing is learned of who there is.
 */
export async function signIn(
  signIns: SignIns,
  { merchantId, name, password, code, origin }: Claim,
  now: number,
): Promise<{ personId: string; recovered: boolean } | undefined> {
  const { candidate, isKnownDevice: isKnown } = await signIns.begin(merchantId, name, origin)
  const line = isKnown ? (origin.device ?? '') : origin.network
  const isRight = await isPassword(candidate?.password, password, { line, isKnown })
  if (!candidate || !isRight) return undefined
  const { personId, secret, lastStep } = candidate
  const step = stepOfCode(secret, code.replace(/\s/g, ''), { now, after: lastStep })
  if (step !== undefined) {
    const isFirst = await signIns.useStep(personId, step, origin)
    return isFirst ? { personId, recovered: false } : undefined
  }
  const isRecovery = await signIns.useRecoveryCode(personId, recoveryCodeIn(code), origin)
  return isRecovery ? { personId, recovered: true } : undefined
}
