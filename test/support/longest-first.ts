import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/**
 * Files that take minutes, the longest first. On a fresh clone nobody knows yet how long a file
 * takes, and one of these that starts last is waited for by everybody.
 */
const SLOWEST = [
  'test/faults/crash.test.ts',
  'test/faults/bad-builds.test.ts',
  'test/faults/storm.test.ts',
  'test/faults/hand-over.test.ts',
  'test/faults/overdue-start.test.ts',
  'test/faults/workers.test.ts',
  'test/faults/restore.test.ts',
  'test/faults/rotation.test.ts',
  'test/faults/power-cut.test.ts',
  'test/faults/settlement.test.ts',
  'test/faults/cluster.test.ts',
  'test/faults/slow-commit.test.ts',
  'test/faults/incident.test.ts',
  'test/faults/crash-disputes.test.ts',
  'test/faults/production.test.ts',
  'test/e2e/browser/portal.test.ts',
  'test/e2e/browser/operators.test.ts',
  'test/e2e/browser/shop.test.ts',
  'test/e2e/browser/second-chance.test.ts',
  'test/e2e/browser/live-shop.test.ts',
  'test/e2e/browser/screens-forms.test.ts',
  'test/e2e/browser/screens-portal.test.ts',
  'test/e2e/browser/screens-documents.test.ts',
  'test/e2e/browser/screens-waits.test.ts',
  'test/e2e/browser/screens-wide.test.ts',
  'test/e2e/browser/methods.test.ts',
  'test/e2e/operators.test.ts',
  'test/replay/replay.test.ts',
  'test/review/known-version.test.ts',
  'test/stack/launch.test.ts',
  'test/stack/postgres/embedded-postgres.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = SLOWEST.findIndex((path) => moduleId.endsWith(path))
  return at === -1 ? SLOWEST.length : at
}
