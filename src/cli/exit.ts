/** What the exit code of a command means. */
export const exitCodes = { ok: 0, failure: 1, usage: 2, unreachable: 3 } as const

/** Ends the command with one sentence for the operator and a code for the script around it. */
export class CommandFailure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failure) {
    super(message)
    this.exitCode = exitCode
  }
}

/** True when somebody did not answer, as against having answered no. */
export function isUnreachable(error: unknown): boolean {
  const { code, message, cause } = error as { code?: unknown; message?: string; cause?: unknown }
  if (typeof code === 'string' && UNREACHABLE_CODES.has(code)) return true
  if (typeof code === 'number' && (code === UNAVAILABLE || code === DEADLINE_EXCEEDED)) return true
  if (message !== undefined && /connection timeout|Failed to connect/i.test(message)) return true
  if (error instanceof AggregateError) return error.errors.some(isUnreachable)
  return typeof cause === 'object' && cause !== null && isUnreachable(cause)
}

const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EPIPE'],
  ...['57P01', '57P03', '08006'],
])
const UNAVAILABLE = 14
const DEADLINE_EXCEEDED = 4
