import { spawn } from 'node:child_process'
import { findImageNode } from './image-node.ts'
import { findTemporal } from './temporal/find-temporal.ts'
import { root, tsx } from './paths.ts'
import { openTerminal } from './terminal.ts'
import { untilAbandoned } from './processes/until-abandoned.ts'

export const runTests = (args: string[]): Promise<number> => runProgram('test/run/main.ts', args)

/**
 * Tests, storms and figures, on the Node of the image. Finds a Temporal server first, so that nothing
 * waits for a download or a build.
 */
export async function runProgram(file: string, args: string[]): Promise<number> {
  const { node, env } = args.includes('--help') ? ownNode : await whatIsNeeded()
  const child = spawn(node, ['--import', tsx, file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal))
  }
  void untilAbandoned().then(() => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

const ownNode = { node: process.execPath, env: {} }

async function whatIsNeeded() {
  const terminal = openTerminal()
  const binary = await findTemporal(process.env, terminal)
  const node = await findImageNode(process.env, terminal)
  return { node, env: { TOLLGATE_TEMPORAL_BINARY: binary } }
}
