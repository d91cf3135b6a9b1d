import { readFile } from 'node:fs/promises'
import { commandContext } from './command-context.ts'
import { CommandFailure } from './exit.ts'

/** A file of the operator's machine, `-` for what is piped in; on the private port, what was sent of it. */
export async function readText(path: string): Promise<string> {
  const context = commandContext()
  const sent = context?.files[path]
  if (sent !== undefined) return sent
  if (context) throw new CommandFailure(`${path} was not sent`)
  return (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8')).catch(
    (error: unknown) => {
      throw new CommandFailure(`${path} cannot be read: ${(error as Error).message}`)
    },
  )
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
