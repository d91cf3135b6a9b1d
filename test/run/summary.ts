import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What one process of vitest has to tell in the end. */
export interface Result {
  passed: number
  failed: number
  failures: Failure[]
  /** Names of tests that did not run. */
  leftOut: string[]
  kinds: Kind[]
  files: FileTime[]
}

export interface Failure {
  /** The file and the test. */
  name: string
  why: string
}

/** From the first file of a kind to its last; the stack that it needs starts before. */
export interface Kind {
  name: string
  ms: number
  files: number
}

export interface FileTime {
  file: string
  project: string
  /** All of it: loading, set-up and tests. */
  ms: number
  /** Of it, what the tests themselves took. */
  testsMs: number
}

const TIMES_FILE = join(import.meta.dirname, '../../node_modules/.cache/tollgate/test-times.json')
const SLOWEST = 20

/**
 * The slowest files, the time of each kind, and one plain line; on CI a test that was left out fails
 * the run. Returns the code to exit with.
 */
export function concludeRun(results: readonly Result[], isCi: boolean): number {
  const leftOut = results.flatMap((result) => result.leftOut)
  if (leftOut.length > 0 && isCi) {
    console.error(`${leftOut.length} tests did not run, which fails a run on CI:`)
    for (const name of leftOut) console.error(`  ${name}`)
  }
  const files = results.flatMap((result) => result.files).toSorted((a, b) => b.ms - a.ms)
  mkdirSync(dirname(TIMES_FILE), { recursive: true })
  writeFileSync(TIMES_FILE, JSON.stringify(files, undefined, 1))
  if (files.length > SLOWEST) printSlowest(files)
  for (const { name, ms, files: count } of results.flatMap((result) => result.kinds))
    console.log(`${name.padEnd(10)} ${inMinutes(ms)}  ${count} files`)
  const sum = (key: 'passed' | 'failed') => results.reduce((total, one) => total + one[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  // Once more at the very end, where a log that was cut still has them.
  for (const { name, why } of results.flatMap((result) => result.failures))
    console.error(`FAILED ${name}\n  ${why}`)
  return sum('failed') > 0 || (leftOut.length > 0 && isCi) ? 1 : 0
}

function printSlowest(files: FileTime[]): void {
  console.log(`\nThe ${SLOWEST} slowest of ${files.length} files:`)
  for (const { file, project, ms } of files.slice(0, SLOWEST))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${project.padEnd(10)} ${file}`)
  console.log('')
}

export function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(3)} min ${String(seconds % 60).padStart(2)} s`
}
