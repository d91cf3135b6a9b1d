import { defineConfig } from 'vitest/config'
import { areas } from './areas.ts'

export default defineConfig({
  test: {
    include: areas[process.env.MUTATION_AREA ?? '']?.tests ?? [],
    // Random runs are left out: the same mutant would live in one run and die in the next.
    exclude: ['test/**/*.db.test.ts', 'test/**/properties.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
})
