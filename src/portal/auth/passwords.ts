import { hash, verify } from '@node-rs/argon2'

/** Argon2id as OWASP asks for it: 19 MiB, two passes. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const SHORTEST = 12
const LONGEST = 128
const AT_ONCE = 2
const WAITING = 30

export type PasswordProblem = 'short' | 'long' | 'name'

/** Length is what counts; only one's own name is no password. */
export function passwordProblem(password: string, name: string): PasswordProblem | undefined {
  const characters = [...password].length
  if (characters < SHORTEST) return 'short'
  if (characters > LONGEST) return 'long'
  const [stem = name] = name.split('@')
  return password.toLowerCase().replaceAll(stem, '').length < SHORTEST / 2 ? 'name' : undefined
}

/** Hashing takes memory and a core for a moment: strangers must not take all of both. */
export class TooManyHashes extends Error {}

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
let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new TooManyHashes('too many passwords at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
