import { defineConfig } from 'vitest/config'

// Random runs are left out: the same mutant would live in one run and die in the next.
export default defineConfig({
  test: {
    include: ['test/{domain,vault,http}/**/*.test.ts'],
    exclude: ['test/**/*.db.test.ts', 'test/**/properties.test.ts'],
    isolate: false,
    testTimeout: 30_000,
  },
})
