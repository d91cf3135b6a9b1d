import { defineConfig } from 'vitest/config'
import { notEveryday } from './test/run/everyday.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { isLong, isShort, withPictures } from './test/support/run-options.ts'
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts'

const wholeStack = ['test/e2e/**/*.test.ts', 'test/attack/**/*.test.ts', 'test/faults/**/*.test.ts']
const database = ['test/**/*.db.test.ts']
const leftOut = [
  // For a night: `npm run test:long`.
  ...(isLong ? [] : ['test/**/*.long.*']),
  ...(isShort ? Object.values(notEveryday).flat() : []),
]
/** What the README shows is made only when it is asked for. */
const pictures = withPictures ? [] : ['test/pictures/**']
const sharedStack = ['test/support/stack-setup.ts']
const sharedKeyRing = 'test/support/key-ring-setup.ts'
/** By default one core is left free, which is half of a machine with two. */
const everyCore = '100%'
/** Most of their time is spent waiting for what providers do slowly. */
const stackWorkers = 3
/** What takes long on a busy machine is not wrong, and what hangs still ends. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
}
const wholeStackOptions = { pool: 'forks', ...patience } as const

export default defineConfig({
  test: {
    // What one lane has translated the others need not.
    experimental: { fsModuleCache: true },
    reporters: ['default', new PlainSummaryReporter()],
    retry: 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...wholeStack, ...database, ...leftOut],
          globalSetup: [sharedKeyRing, 'test/support/interpreters-setup.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: everyCore,
          ...patience,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: database,
          exclude: [...wholeStack, ...leftOut, ...pictures],
          globalSetup: [sharedKeyRing, 'test/support/database-setup.ts'],
          pool: 'forks',
          isolate: false,
          maxWorkers: everyCore,
          ...patience,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Touches the payments of everybody, so nobody else may be at work.
        test: {
          ...wholeStackOptions,
          name: 'e2e-first',
          include: ['test/e2e/first/*.test.ts'],
          globalSetup: sharedStack,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...wholeStackOptions,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/{first,last,browser}/**', ...leftOut],
          globalSetup: sharedStack,
          isolate: false,
          maxWorkers: stackWorkers,
          maxConcurrency: 6,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // Pages in one Chromium, beside the others: a page waits half of its time for the gateway.
        test: {
          ...wholeStackOptions,
          name: 'browser',
          include: ['test/e2e/browser/*.test.ts'],
          exclude: leftOut,
          globalSetup: [...sharedStack, 'test/support/browser-setup.ts'],
          isolate: false,
          maxWorkers: stackWorkers,
          sequence: { groupOrder: 3 },
        },
      },
      {
        // One attacker at a time: some of them take the providers away from everybody.
        test: {
          ...wholeStackOptions,
          name: 'attack',
          include: ['test/attack/**/*.test.ts'],
          globalSetup: sharedStack,
          isolate: false,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        // Looks at what all the others have left.
        test: {
          ...wholeStackOptions,
          name: 'e2e-last',
          include: ['test/e2e/last/*.test.ts'],
          exclude: leftOut,
          globalSetup: sharedStack,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          ...wholeStackOptions,
          name: 'faults',
          isolate: false,
          include: ['test/faults/*.test.ts'],
          exclude: leftOut,
          globalSetup: ['test/support/build-setup.ts'],
          // Each file has a stack of its own, and most of its time it waits for one to come back.
          maxWorkers: 3,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
})
