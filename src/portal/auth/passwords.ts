import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../turns.ts'

/** Argon2id as OWASP asks for it: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const SHORTEST = 12
const LONGEST = 128
/**
 * Hashing takes memory and a core for a moment, and strangers may ask for it: one at a time, and in a
 * flood a quarter of one core at most. Thirty people who come at the same moment are no flood.
 */
const inTurn = createTurns({ atOnce: 1, waiting: 30, share: 0.25, burstMs: 2_000 })

export type PasswordProblem = 'short' | 'long' | 'name'

/** Length is what counts; only one's own name is no password. */
export function passwordProblem(password: string, name: string): PasswordProblem | undefined {
  const characters = [...password].length
  if (characters < SHORTEST) return 'short'
  if (characters > LONGEST) return 'long'
  const [stem = name] = name.split('@')
  return password.toLowerCase().replaceAll(stem, '').length < SHORTEST / 2 ? 'name' : undefined
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), options))

/** Without a stored one it takes as long as with one, and is false. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  if ([...password].length > LONGEST) return false
  const isRight = await inTurn(async () => {
    nobody ??= await hash('nobody has this password', options)
    return verify(stored ?? nobody, password.normalize('NFC'))
  })
  return isRight && stored !== undefined
}

let nobody: string | undefined
