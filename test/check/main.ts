import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findImageNode } from '../../src/stack/image-node.ts'
import { openTerminal } from '../../src/stack/terminal.ts'
import { leaveStamp, sourcesSince } from './sources-since.ts'
import { HELP, toolsFor } from './tools.ts'
import type { Tool } from './tools.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run check`: everything that needs no test run, side by side, each looking at what changed. */
const args = process.argv.slice(2)
if (args.includes('--help')) {
  process.stdout.write(HELP)
} else {
  const cache = join(root, 'node_modules/.cache/tollgate/check')
  mkdirSync(cache, { recursive: true })
  const tools = toolsFor(args, cache)
  const node = await findImageNode(process.env, openTerminal())
  const codes = await Promise.all(tools.map((tool) => run(node, tool)))
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1
}

/** Says nothing while it works, so that what several tools find does not mix. */
async function run(node: string, { name, command, stamp }: Tool): Promise<number> {
  const startedAt = Date.now()
  const changed = stamp === undefined ? [] : sourcesSince(root, stamp)
  const code =
    stamp !== undefined && changed.length === 0
      ? 0
      : await finish(node, name, [...command, ...changed])
  if (stamp !== undefined && code === 0) leaveStamp(stamp, new Date(startedAt))
  return code
}

async function finish(node: string, name: string, command: readonly string[]): Promise<number> {
  const startedAt = Date.now()
  const child = spawn(node, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(
    `${code === 0 ? '✓' : '✗'} ${name.padEnd(20)} ${seconds.padStart(6)} s\n` +
      (code === 0 ? '' : `${output.trim()}\n\n`),
  )
  return code
}
