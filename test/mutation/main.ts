import { Stryker } from '@stryker-mutator/core'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { newKeys } from '../../src/vault/new-keys.ts'
import { areas } from './areas.ts'

const [name = '', ...files] = process.argv.slice(2)
const area = areas[name]
if (!area) {
  process.stderr.write(`npm run mutate -- <${Object.keys(areas).join('|')}> [source file …]\n`)
  process.exit(2)
}

const folder = '.mutation'
mkdirSync(folder, { recursive: true })
// One key ring for all runs: each makes a process of its own, and RSA keys take half a second.
process.env.TEST_KEY_RING = resolve(folder, 'keys.json')
writeFileSync(process.env.TEST_KEY_RING, JSON.stringify(newKeys()))
// Read by vitest.config.ts: with Stryker's own option for test files, what a module does when it is
// loaded is never mutated.
process.env.MUTATION_AREA = name
await new Stryker({
  mutate: files.length > 0 ? files : area.mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env.MUTATION_PROCESSES ?? 1),
  incremental: true,
  incrementalFile: `${folder}/${name}.json`,
  tempDirName: `${folder}/sandbox`,
  cleanTempDir: 'always',
  ignorePatterns: [
    ...['/*', '!/package.json', '!/tsconfig.json', '!/src', '!/test'],
    ...['!/activities', '!/workflows', '!/worker'],
  ],
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: `${folder}/${name}-report.json` },
  warnings: {
    slow: false,
    unknownOptions: true,
    preprocessorErrors: true,
    unserializableOptions: true,
  },
  thresholds: { high: 95, low: 85, break: files.length > 0 ? null : 85 },
  tsconfigFile: 'none',
}).runMutationTest()
