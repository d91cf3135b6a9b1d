import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../src/stack/paths.ts'
import { ensureBuilt } from '../support/ensure-built.ts'
import { mixOutput } from './lane-output.ts'
import { HELP, planRun } from './plan.ts'
import type { Lane, Plan } from './plan.ts'
import { concludeRun, inMinutes } from './summary.ts'
import type { Result } from './summary.ts'
import { standStillNowAndThen } from './standstill.ts'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const isCi = Boolean(process.env['CI'])
const running = new Set<ChildProcess>()
let isInterrupted = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isInterrupted = true
    // With which they stop their servers.
    for (const child of running) child.kill('SIGTERM')
  })

const asked = process.argv.slice(2)
if (asked.includes('--help')) process.stdout.write(HELP)
else process.exitCode = await run(planRun(asked, isCi))

async function run({ lanes, env, note }: Plan): Promise<number> {
  if (note) process.stdout.write(note)
  const end = env['TEST_STANDSTILL'] ? standStillNowAndThen() : () => undefined
  const [first, ...others] = lanes
  try {
    return await (first && others.length === 0 ? runAlone(first, env) : runBeside(lanes, env))
  } finally {
    end()
  }
}

/** On the terminal itself, which vitest draws on. */
function runAlone({ args }: Lane, env: Record<string, string>): Promise<number> {
  const child = start(args, env, 'inherit')
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

async function runBeside(lanes: readonly Lane[], env: Record<string, string>): Promise<number> {
  const startedAt = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-run-'))
  const ready = new Map<string, Promise<unknown>>([['build', ensureBuilt()]])
  const ends = lanes.map((lane) => {
    // `quick` stands before those that wait for it.
    const before = lane.after.map(async (name) => ready.get(name))
    const ended = Promise.all(before).then(() =>
      runLane(lane, env, join(folder, `${lane.name}.json`)),
    )
    ready.set(lane.name, ended)
    return ended
  })
  try {
    const results = await Promise.all(ends)
    const code = concludeRun(
      results.map(({ result }) => result),
      isCi,
    )
    console.log(`All kinds together: ${inMinutes(Date.now() - startedAt).trim()}`)
    return code || Math.max(...results.map((one) => one.code))
  } finally {
    // A build that failed leaves nobody to wait for.
    for (const child of running) child.kill('SIGTERM')
    rmSync(folder, { recursive: true })
  }
}

async function runLane(lane: Lane, env: Record<string, string>, file: string) {
  // Whoever has ended the run waits for nothing that has yet to start.
  if (isInterrupted) return { code: 1, result: readResult(lane, file) }
  const child = start(lane.args, { ...env, TEST_RESULT_FILE: file }, 'pipe')
  const output = mixOutput((text) => process.stdout.write(text))
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.take(text))
  const code = await new Promise<number>((resolve) =>
    child.once('close', (status) => resolve(status ?? 1)),
  )
  output.end()
  return { code, result: readResult(lane, file) }
}

/** A process that ended without a result has failed, whatever it did before. */
function readResult({ name }: Lane, file: string): Result {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Result
  const failure = { name: `the lane "${name}"`, why: 'It did not come to a result.' }
  return { passed: 0, failed: 1, failures: [failure], leftOut: [], kinds: [], files: [] }
}

function start(args: string[], env: Record<string, string>, stdio: 'inherit' | 'pipe') {
  const colours = stdio === 'pipe' && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    env: { ...process.env, ...colours, ...env },
    stdio: ['ignore', stdio, stdio],
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}
