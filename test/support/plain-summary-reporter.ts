import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line, and fails it when a test was left out. */
export class PlainSummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const skipped = tests.length - count('passed') - count('failed')
    const broken = modules.filter((module) => module.errors().length > 0).length
    if (skipped > 0) {
      process.exitCode = 1
      console.error(`${String(skipped)} tests did not run`)
    }
    console.log(`${String(count('passed'))} passed, ${String(count('failed') + broken)} failed`)
  }
}
