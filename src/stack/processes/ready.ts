import { setTimeout as sleep } from 'node:timers/promises'
import { explainFailure } from '../failure.ts'
import type { ProcessOutput } from './process-output.ts'

/** Resolves when a process serves; the signal says that nobody waits any longer. */
export type ReadyCheck = (context: ReadyContext) => Promise<void>

export interface ReadyContext {
  signal: AbortSignal
  output: ProcessOutput
  /** Why the last look said "not yet", for the message when time runs out. */
  problem?: string
}

/** Ready when the address answers 200. */
export function httpReady(url: string): ReadyCheck {
  return probeReady(async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${url} answers ${String(answer.status)} ${body.slice(0, 300)}`)
    return true
  })
}

/** Ready when the process prints a line with this text. */
export function lineReady(text: string): ReadyCheck {
  return ({ signal, output }) =>
    new Promise((resolve) => {
      const stopListening = output.onLine((line) => {
        if (line.includes(text)) resolve()
      })
      signal.addEventListener('abort', stopListening, { once: true })
    })
}

/** Ready when the probe says so; a probe that throws says "not yet". */
export function probeReady(probe: () => Promise<boolean>, intervalMs = 50): ReadyCheck {
  return async (context) => {
    const notYet = (error: unknown) => {
      context.problem = explainFailure(error)
      return false
    }
    while (!context.signal.aborted) {
      if (await probe().catch(notYet)) return
      await sleep(intervalMs)
    }
  }
}
