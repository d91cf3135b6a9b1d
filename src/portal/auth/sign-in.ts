import type { SignIns } from '../../postgres/portal/sign-ins.ts'
import { isPassword } from './passwords.ts'
import { recoveryCodeIn } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export interface Claim {
  merchantId: string
  name: string
  password: string
  /** One-time or recovery. */
  code: string
}

/**
 * Who this is, or nobody. Whoever is not known, has to wait or is wrong gets the same answer after the
 * same work, so that nothing is learned of who there is.
 */
export async function signIn(
  signIns: SignIns,
  { merchantId, name, password, code }: Claim,
  now: number,
): Promise<{ personId: string; recovered: boolean } | undefined> {
  const candidate = await signIns.begin(merchantId.trim(), name.trim().toLowerCase())
  const isRight = await isPassword(candidate?.password, password)
  if (!candidate || !isRight) return undefined
  const { personId, secret, lastStep } = candidate
  const step = stepOfCode(secret, code.replace(/\s/g, ''), { now, after: lastStep })
  if (step !== undefined)
    return (await signIns.useStep(personId, step)) ? { personId, recovered: false } : undefined
  const isRecovery = await signIns.useRecoveryCode(personId, recoveryCodeIn(code))
  return isRecovery ? { personId, recovered: true } : undefined
}
