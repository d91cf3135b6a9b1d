import type { ChildProcess } from 'node:child_process'

/** How a process came to its end. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  /** Why it could not even be spawned. */
  error?: Error
}

/** 'close' waits for grandchildren that hold the pipes (a killed Postgres's backends), but not
 * for ever. */
export function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: 127, signal: null, error })
    })
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('exit', (code, signal) => {
      setTimeout(() => resolve({ code, signal }), 5000).unref()
    })
  })
}

export function describeExit({ code, signal, error }: Exit): string {
  if (error !== undefined) return `could not be started (${error.message})`
  return signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`
}
