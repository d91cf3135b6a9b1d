import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with one plain line, after the time that each kind of test took; on CI it fails a run
 * in which a test was left out.
 */
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
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const leftOut = tests.filter((test) => !['passed', 'failed'].includes(test.result().state))
    const broken = modules.filter((module) => module.errors().length > 0).length
    if (leftOut.length > 0 && process.env.CI) {
      process.exitCode = 1
      console.error(`${String(leftOut.length)} tests did not run, which fails a run on CI:`)
      for (const { module, fullName } of leftOut)
        console.error(`  ${module.relativeModuleId}: ${fullName}`)
    }
    for (const [name, { from, to, files }] of this.#times)
      console.log(`${name.padEnd(10)} ${inMinutes(to - from)}  ${String(files)} files`)
    console.log(`${String(count('passed'))} passed, ${String(count('failed') + broken)} failed`)
  }
}

/** From the first file of a kind to its last; the stack that it needs starts before. */
interface Span {
  from: number
  to: number
  files: number
}

function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(3)} min ${String(seconds % 60).padStart(2)} s`
}
