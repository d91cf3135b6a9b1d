import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs command lines as an operator does: a process of its own against a running stack. */
export const cliProcess =
  (home: string, env: Record<string, string> = {}) =>
  (...args: string[]): Promise<{ code: number; text: string; problem: string }> =>
    new Promise((resolve) => {
      execFile(
        process.execPath,
        ['dist/src/cli/main.js', '--home', home, ...args],
        {
          cwd: root,
          timeout: 120_000,
          maxBuffer: 1 << 26,
          env: { PATH: process.env.PATH, ...env },
        },
        (error, text, problem) => {
          const code = error ? Number(error.code ?? 1) : 0
          resolve({ code, text, problem })
        },
      )
    })
