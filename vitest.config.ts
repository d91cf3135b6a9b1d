import { defineConfig } from 'vitest/config'
import { PlainSummaryReporter } from './test/support/plain-summary-reporter.ts'

const onCi = Boolean(process.env.CI)
const wholeStack = ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts']
const database = ['test/**/*.db.test.ts']

export default defineConfig({
  test: {
    reporters: onCi ? ['default', new PlainSummaryReporter()] : ['default'],
    retry: 0,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...wholeStack, ...database],
          pool: 'forks',
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: database,
          exclude: wholeStack,
          globalSetup: ['test/support/database-setup.ts'],
          pool: 'forks',
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: wholeStack,
          pool: 'forks',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
