import { holdsCardNumber } from '../cards/card-number-in-text.ts'
import type { ReasonCode } from './reason.ts'
import { present } from '../present.ts'

/** A reason, and the words of whoever gave it. The words are for operators alone. */
export interface GivenReason {
  rejectCode: ReasonCode
  detail?: string
}

/** The reason alone, out of an outcome, an ending or an event. */
export const reasonGiven = ({
  rejectCode,
  detail,
}: {
  rejectCode: ReasonCode
  detail?: string | undefined
}): GivenReason => ({ rejectCode, ...present({ detail }) })

/** A failure on the technical side says nothing by its code: it always comes with its cause. */
export const systemError = (detail: string) => ({ rejectCode: 'SYSTEM_ERROR', detail }) as const

/** For operators, of something that was to begin when nobody waited for it any more. */
export const COMMAND_EXPIRED = 'the command came after its time'

/** For operators: the code, and the words behind it. */
export const describeReason = ({
  rejectCode,
  detail,
}: {
  rejectCode?: ReasonCode
  detail?: string
}): string => [rejectCode, detail && `(${detail})`].filter(Boolean).join(' ')

/** Words of a provider, fit to be kept: one short line that names no card, person or account. */
export function providerWords(text: string): string {
  if (holdsCardNumber(text)) return 'left out, it names a card'
  return text
    .split(/\s+/)
    .map((word) => (word.includes('@') ? '(address)' : word))
    .join(' ')
    .replace(LONG_NUMBER, '(number)')
    .replace(/[^\p{L}\p{N} .,:;_/()'+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST)
}

const LONGEST = 120

/** Of a phone, an account or a person: seven digits or more, in one piece or in groups. */
const LONG_NUMBER = /\p{Nd}(?:[ .-]?\p{Nd}){6,}/gu
