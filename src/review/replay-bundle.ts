import type { WorkflowBundleOption } from '@temporalio/worker'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledAhead, isBuilt, modulePath } from '../built.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROBE = modulePath('./replay-probe', import.meta.url)
const TOLD = modulePath('./workflow-info', import.meta.url)

/**
 * The workflow code of a checkout, with the probe that looks on. Without one it is the code of this
 * program, which is bundled ahead where it was built.
 */
export async function replayBundle(checkout = ROOT): Promise<WorkflowBundleOption> {
  const ahead = checkout === ROOT ? bundledAhead('replay') : undefined
  if (ahead !== undefined) return { codePath: ahead }
  // An image can write nothing down.
  if (isBuilt) return { code: await buildReplayBundle(checkout) }
  const folder = join(ROOT, 'node_modules/.cache/tollgate')
  const path = join(folder, `replay-${sourceHash(checkout)}.js`)
  if (existsSync(path)) return { codePath: path }
  const code = await buildReplayBundle(checkout)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.${String(process.pid)}`, code)
  renameSync(`${path}.${String(process.pid)}`, path)
  return { codePath: path }
}

export async function buildReplayBundle(checkout = ROOT): Promise<string> {
  // With it comes a compiler: only those wait for it whose code is not bundled yet.
  const { bundleWorkflowCode } = await import('@temporalio/worker')
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(checkout, 'workflows/index.ts'),
    payloadConverterPath: join(checkout, 'workflows/payload-converter.ts'),
    failureConverterPath: join(checkout, 'workflows/failure-converter.ts'),
    workflowInterceptorModules: [PROBE],
    logger: { ...console, log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet },
    // A copy of the sources need not have its own packages.
    webpackConfigHook: (config) => ({
      ...config,
      resolve: {
        ...config.resolve,
        modules: ['node_modules', ...OUR_PACKAGES],
        alias: { ...config.resolve?.alias, '@temporalio/workflow$': TOLD },
      },
    }),
  })
  return code
}

const quiet = (): void => undefined

const OUR_PACKAGES = createRequire(import.meta.url).resolve.paths('@temporalio/workflow') ?? []

/** All that workflow code may import of ours, by the lint rule on imports. */
const SOURCES = ['workflows', 'src/domain']

function sourceHash(checkout: string): string {
  const hash = createHash('sha256').update(readFileSync(PROBE)).update(readFileSync(TOLD))
  hash.update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of SOURCES)
    for (const file of readdirSync(join(checkout, folder), {
      recursive: true,
      encoding: 'utf8',
    }).sort())
      if (file.endsWith('.ts'))
        hash.update(`${file}\0`).update(readFileSync(join(checkout, folder, file)))
  return hash.digest('hex').slice(0, 12)
}
