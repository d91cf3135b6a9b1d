import type { Result } from '../threeds/authentications.ts'

const passingCode = '123456'

/** What a payer's answer to the challenge comes to. */
export function resultOf(otp: string | undefined, cancel: string | undefined): Result {
  if (cancel !== undefined) return { transStatus: 'N', challengeCancel: '01' }
  return { transStatus: otp?.trim() === passingCode ? 'Y' : 'N' }
}
