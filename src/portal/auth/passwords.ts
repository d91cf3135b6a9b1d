import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../turns.ts'

/** Argon2id as OWASP asks for it: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const SHORTEST = 12
const LONGEST = 128
/**
 * Hashing takes memory and a core for a moment, and strangers may ask for it: one at a time, and in a
 * flood a quarter of one core at most. Each address has a line of its own, and whoever has been here
 * before comes in by another door.
 */
const limits = { atOnce: 1, waiting: 30, share: 0.25, burstMs: 2_000 }
const strangers = createTurns({ ...limits, perLine: 20 })
const acquainted = createTurns({ ...limits, perLine: 8 })

/** Who has asked for a hash. */
export interface Asker {
  /** The network that somebody comes from; of a known device, the device. */
  line: string
  isKnown: boolean
}

export type PasswordProblem = 'short' | 'long' | 'name'

/** Length is what counts; only one's own name is no password. */
export function passwordProblem(password: string, name: string): PasswordProblem | undefined {
  const characters = [...password].length
  if (characters < SHORTEST) return 'short'
  if (characters > LONGEST) return 'long'
  const [stem = name] = name.split('@')
  return password.toLowerCase().replaceAll(stem, '').length < SHORTEST / 2 ? 'name' : undefined
}

/** Of somebody who was invited. */
export const hashPassword = (password: string): Promise<string> =>
  acquainted(() => hash(password.normalize('NFC'), options), 'invited')

/** Without a stored one it takes as long as with one, and is false. */
export async function isPassword(
  stored: string | undefined,
  password: string,
  { line, isKnown }: Asker,
): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const inTurn = isKnown ? acquainted : strangers
  const isRight = await inTurn(async () => {
    nobody ??= await hash('nobody has this password', options)
    return verify(stored ?? nobody, password.normalize('NFC'))
  }, line)
  return isRight && stored !== undefined
}

let nobody: string | undefined
