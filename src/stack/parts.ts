import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../postgres/migrate.ts'
import { createKeyRing } from '../vault/key-ring.ts'
import { createPortalKeys } from '../vault/portal-keys.ts'
import { StackFailure } from './failure.ts'
import { root } from './paths.ts'
import type { SeededAgent, SeededMerchant, SeededOperator, SeededPerson } from './stack-file.ts'
import { seed } from './seed.ts'

/** What the stack puts together; its own tests put stand-ins here. */
export interface StackParts {
  createKeyRing(path: string): Promise<unknown>
  createPortalKeys(path: string): Promise<unknown>
  migrate(databaseUrl: string): Promise<unknown>
  seed(settings: SeedSettings): Promise<Seeded>
  /** Entry files, relative to the root of the repository: sources, or what was built of them. */
  gateway: string
  api: string
  worker: string
  portal: string
  sandbox: string
  /** Writes the workflow code into the file that is its argument. */
  bundle?: string
}

export interface SeedSettings {
  databaseUrl: string
  keysFile: string
  portalKeysFile: string
  receiverUrl: string
  acquirerKey: string
  home: string
}

export interface Seeded {
  merchants: SeededMerchant[]
  agents: SeededAgent[]
  operators: SeededOperator[]
  people: SeededPerson[]
}

/** The sources, or what `npm run build` made of them when NODE_ENV says that this is production. */
export function chooseParts(env: NodeJS.ProcessEnv): StackParts {
  if (env.NODE_ENV !== 'production') return sourceParts
  if (!existsSync(join(root, builtParts.api)))
    throw new StackFailure(
      'NODE_ENV is production and nothing is built: npm run build comes first.',
    )
  return builtParts
}

const sourceParts: StackParts = {
  createKeyRing,
  createPortalKeys,
  migrate,
  seed,
  gateway: 'src/gateway-main.ts',
  api: 'src/main.ts',
  worker: 'worker/main.ts',
  portal: 'src/portal-main.ts',
  sandbox: 'src/sandbox/main.ts',
  bundle: 'worker/bundle.ts',
}

/** Its workflow code is bundled already. */
export const builtParts: StackParts = {
  createKeyRing,
  createPortalKeys,
  migrate,
  seed,
  gateway: 'dist/src/gateway-main.js',
  api: 'dist/src/main.js',
  worker: 'dist/worker/main.js',
  portal: 'dist/src/portal-main.js',
  sandbox: 'dist/src/sandbox/main.js',
}
