import type { Call } from '../actor/call.ts'
import type { Tokenization } from './tokenization.ts'

/** The outside call this state asks for, one at a time. */
export const effects = ({ held, calls }: Tokenization): Call[] => (held ? [] : calls.slice(0, 1))
