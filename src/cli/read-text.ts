import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { CommandFailure, wrongUsage } from '../desk/failure.ts'

/** A file of the operator's machine, `-` for what is piped in. */
export const readText = (path: string): Promise<string> =>
  (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch((error: unknown) => {
    throw new CommandFailure(`${path} cannot be read: ${(error as Error).message}`)
  })

export async function readJson(path: string): Promise<unknown> {
  const given = await readText(path)
  try {
    return JSON.parse(given)
  } catch {
    throw wrongUsage(`${path} is no JSON file`)
  }
}
