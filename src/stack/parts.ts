import { migrate } from '../postgres/migrate.ts'
import { createKeyRing } from '../vault/key-ring.ts'
import type { SeededAgent, SeededMerchant } from './stack-file.ts'
import { seed } from './seed.ts'

/** What the stack puts together; its own tests put stand-ins here. */
export interface Parts {
  createKeyRing(path: string): Promise<unknown>
  migrate(databaseUrl: string): Promise<void>
  seed(settings: SeedSettings): Promise<Seeded>
  /** Entry files, relative to the root of the repository. */
  api: string
  worker: string
  sandbox: string
  /** Writes the workflow code into the file that is its argument. */
  bundle?: string
}

export interface SeedSettings {
  databaseUrl: string
  keysFile: string
  receiverUrl: string
  home: string
}

export interface Seeded {
  merchants: SeededMerchant[]
  agents: SeededAgent[]
}

export const parts: Parts = {
  createKeyRing,
  migrate,
  seed,
  api: 'src/main.ts',
  worker: 'worker/main.ts',
  sandbox: 'src/sandbox/main.ts',
  bundle: 'worker/bundle.ts',
}
