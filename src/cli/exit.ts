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
