/** What a payer of BLIK will do, whoever the provider is. */
export type BlikCourse =
  | 'confirm'
  | 'confirmTwice'
  | 'confirmSilently'
  | 'confirmOnCancel'
  | 'decline'
  | 'lackFunds'
  | 'ignore'

const courses: Record<string, BlikCourse> = {
  '100003': 'decline',
  '100004': 'lackFunds',
  '100005': 'ignore',
  '100006': 'confirmOnCancel',
  '100007': 'confirmTwice',
  '100008': 'confirmSilently',
}

/** By the payer's code; undefined for one that nobody was given. */
export const courseOfCode = (code: string): BlikCourse | undefined =>
  code.startsWith('777') ? 'confirm' : courses[code]
