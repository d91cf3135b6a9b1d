import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./keep-working.ts', import.meta.url))

/** What it told in the end, with its exit code. */
interface Told {
  answered: number
  unreachable: number
  strange: string[]
  heard: boolean
  code: number | null
}

/** Starts a process of its own on that database: an error that nobody listens to would end it. */
export async function startWorking(databaseUrl: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, databaseUrl])
  let said = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'close') as Promise<[number | null]>
  const dots = () => said.split('.').length - 1
  const answersMore = async () => {
    const before = dots()
    while (dots() <= before) {
      if (child.exitCode !== null) throw new Error(`it has ended: ${complaints}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  await answersMore()
  return {
    /** Waits until it was answered a hundred times more. */
    answersMore,
    end: async (): Promise<Told> => {
      child.stdin.end()
      const [code] = await ended
      const told = said.trim().split('\n').at(-1) ?? ''
      if (code !== 0) throw new Error(`it ended with ${String(code)}: ${complaints}`)
      return { ...(JSON.parse(told) as Omit<Told, 'code'>), code }
    },
  }
}
