import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export type Answer = [status: number, body: object, headers?: Record<string, string>]

export interface Asked {
  path: string
  key: string | undefined
  bearer: string | undefined
}

/**
 * Runs a program against a gateway that answers as programmed; gives what it asked and printed. The
 * program gets the gateway's address as its first argument.
 */
export async function runClient(
  [command = '', ...given]: readonly string[],
  answers: Answer[],
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const { url = '', headers } = request
    const key = headers['idempotency-key']?.toString()
    asked.push({ path: url.replace('/v1/ecommerce', ''), key, bearer: headers.authorization })
    request.resume().on('end', () => {
      const [status, body, more = {}] = answers.shift() ?? [500, {}]
      response.writeHead(status, { 'content-type': 'application/json', ...more })
      response.end(JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const { stdout } = await promisify(execFile)(command, [...given, url, ...args], {
    env: { ...process.env, ...env },
  })
  return { asked, said: stdout.trim() }
}
