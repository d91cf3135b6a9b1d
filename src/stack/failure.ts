/** Something the person at the keyboard can act on: the message is a whole sentence for them. */
export class StackFailure extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.name = 'StackFailure'
    this.exitCode = exitCode
  }
}

/** The one sentence for an error, with what to do about it where the cause is a known one. */
export function explainFailure(error: unknown): string {
  if (error instanceof StackFailure) return error.message
  const code = codeOf(error)
  const text = error instanceof Error ? error.message : String(error)
  if (code === 'ENOSPC' || /no space left/i.test(text))
    return `The disk is full: free some space and start again (${text}).`
  if (code === 'EDQUOT') return `Your disk quota is used up: free some space (${text}).`
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') {
    return `A file may not be written: fix its owner or set TOLLGATE_HOME (${text}).`
  }
  if (code === 'EMFILE' || code === 'ENFILE') {
    return `Too many open files: raise the limit with ulimit -n (${text}).`
  }
  return text
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
