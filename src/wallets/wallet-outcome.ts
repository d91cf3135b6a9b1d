/** What a wallet token turned out to be. A bad token is an ordinary outcome, not an error. */
export type WalletOutcome =
  | { type: 'opened'; card: OpenedCard }
  /** `reason` is for the audit trail: it names the failed check and never quotes the token. */
  | { type: 'invalid'; reason: string }

export type OpenedCard = {
  number: string
  /** YYYYMM */
  expDate: string
  authMethod: 'PAN_ONLY' | 'CRYPTOGRAM'
  cryptogram?: string
  eci?: string
  isNetworkToken: boolean
  /** The wallet's own name for this message; a second use of it is a replay. */
  replayId: string
}

/** Runs the checks of one wallet and turns the first one that fails into an outcome. */
export async function toOutcome(
  open: () => OpenedCard | Promise<OpenedCard>,
): Promise<WalletOutcome> {
  try {
    return { type: 'opened', card: await open() }
  } catch (error) {
    // Messages of parsers and of crypto libraries may quote their input, so they stay here.
    const reason = error instanceof InvalidToken ? error.message : 'token is malformed'
    return { type: 'invalid', reason }
  }
}

export function check(condition: unknown, reason: string): asserts condition {
  if (!condition) refuse(reason)
}

/** For a library call that throws on bad input: the throw becomes the failed check `reason`. */
export function attempt<Result>(reason: string, action: () => Result): Result {
  try {
    return action()
  } catch {
    return refuse(reason)
  }
}

export function refuse(reason: string): never {
  throw new InvalidToken(reason)
}

class InvalidToken extends Error {}
