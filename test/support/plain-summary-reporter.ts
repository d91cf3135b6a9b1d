import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { concludeRun } from '../run/summary.ts'
import type { Failure, FileTime, Result } from '../run/summary.ts'

/** Ends a run with where its time went and one plain line, or leaves that to who runs several. */
export class PlainSummaryReporter implements Reporter {
  readonly #times = new Map<string, Span>()

  onTestModuleStart({ project }: TestModule): void {
    const now = Date.now()
    const span = this.#times.get(project.name) ?? { from: now, to: now, files: 0 }
    this.#times.set(project.name, { ...span, files: span.files + 1 })
  }

  onTestModuleEnd({ project }: TestModule): void {
    const span = this.#times.get(project.name)
    if (span) span.to = Date.now()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const result = this.#resultOf(modules)
    const file = process.env['TEST_RESULT_FILE']
    if (file) writeFileSync(file, JSON.stringify(result))
    else if (concludeRun([result], Boolean(process.env['CI'])) !== 0) process.exitCode = 1
  }

  #resultOf(modules: readonly TestModule[]): Result {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A set-up that fails belongs to no test, and leaves its tests out.
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...suites.flatMap((suite) => failuresOf(suite, suite.errors())),
      ...tests.flatMap((test) => failuresOf(test, test.result().errors)),
    ]
    const broken = suites.filter((suite) => suite.errors().length > 0).length
    return {
      passed: count('passed'),
      failed: count('failed') + broken,
      failures,
      leftOut: tests
        .filter((test) => !['passed', 'failed'].includes(test.result().state))
        .map(({ module, fullName }) => `${module.relativeModuleId}: ${fullName}`),
      kinds: [...this.#times].map(([name, { from, to, files }]) => ({
        name,
        ms: to - from,
        files,
      })),
      files: modules.map(timeOf),
    }
  }
}

interface Span {
  from: number
  to: number
  files: number
}

const WHY_LENGTH = 1000
const isForeign = (line: string): boolean => line.includes('/node_modules/')

/** The first error of a test, or of the set-up of a file or a group. */
function failuresOf(
  place: TestCase | TestModule | TestSuite,
  errors: readonly { message: string; stack?: string }[] | undefined,
): Failure[] {
  const [error] = errors ?? []
  if (!error) return []
  const file = place.type === 'module' ? place.relativeModuleId : place.module.relativeModuleId
  const name = place.type === 'module' ? file : `${file}: ${place.fullName}`
  const ours = (error.stack || error.message).split('\n').filter((line) => !isForeign(line))
  return [{ name, why: ours.join('\n').slice(0, WHY_LENGTH) }]
}

function timeOf(module: TestModule): FileTime {
  const spent = module.diagnostic()
  const loading = spent.environmentSetupDuration + spent.prepareDuration + spent.collectDuration
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    ms: Math.round(loading + spent.setupDuration + spent.duration),
    testsMs: Math.round(spent.duration),
  }
}
