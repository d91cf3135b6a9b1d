import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { isBuilt, modulePath } from '../src/built.ts'

/** The SDK's file whose method `lazy-stacks.ts` replaces; of any other nobody knows what it would do. */
export const REPLACED = '@temporalio/worker/lib/workflow/vm-shared.js'
export const KNOWN = 'f526eb66f88dd444a23e9862911b69db584dacdd7fab118ac53acd521344026c'

const THREAD = /@temporalio[\\/]worker[\\/]lib[\\/]workflow[\\/]workflow-worker-thread\.js$/
const load = createRequire(import.meta.url)

type Threads = { Worker: new (file: string | URL, options?: WorkerOptions) => Worker }

/** Whether the SDK is the one that was looked at. */
export const isKnownSdk = (): boolean =>
  createHash('sha256')
    .update(readFileSync(load.resolve(REPLACED)))
    .digest('hex') === KNOWN

/**
 * Threads of workflows that the SDK starts from now on keep their stacks lazily. It gives no way to say
 * what such a thread runs, so the class that it starts them with is ours. Only what is built: a thread
 * cannot load sources.
 */
export function keepStacksLazily(): boolean {
  if (!isBuilt || !isKnownSdk()) return false
  const threads = load('node:worker_threads') as Threads
  const ours = modulePath('./workflow-thread', import.meta.url)
  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(typeof file === 'string' && THREAD.test(file) ? ours : file, options)
    }
  }
  return true
}
