import type { WorkflowBundleOption } from '@temporalio/worker'
import { bundleWorkflowCode } from '@temporalio/worker'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundledAhead, modulePath } from '../src/built.ts'

const pathOf = (name: string): string => modulePath(`../workflows/${name}`, import.meta.url)

/** The workflow code as the worker runs it: a given file, the one bundled ahead, or made now. */
export async function workflowBundle(given: string | undefined): Promise<WorkflowBundleOption> {
  const codePath = given ?? bundledAhead('workflows')
  return codePath === undefined ? buildBundle() : { codePath }
}

/** The rules keep nothing between two calls, so that all workflows of a worker share one copy of them. */
const shared = [
  ...['actor/message', 'instrument', 'money', 'reasons/given-reason', 'settlement/settlement'],
  ...['payment', 'tokenization'].flatMap((kind) =>
    ['apply', 'call-request', 'deadlines', 'effects', 'phase'].map((name) => `${kind}/${name}`),
  ),
  ...['dispute/apply', 'dispute/call-request', 'dispute/deadlines', 'dispute/effects'],
  ...['dispute/decide', 'payment/call-ways', 'payment/decide', 'tokenization/decide/index'],
]

export const buildBundle = (): Promise<{ code: string }> =>
  bundleWorkflowCode({
    workflowsPath: pathOf('index'),
    payloadConverterPath: pathOf('payload-converter'),
    failureConverterPath: pathOf('failure-converter'),
    workflowInterceptorModules: [pathOf('interceptors')],
    preloadModules: shared.map((name) => pathOf(`../src/domain/${name}`)),
    logger: {
      ...console,
      log: () => undefined,
      trace: () => undefined,
      debug: () => undefined,
      info: () => undefined,
    },
  })

const [, script, out] = process.argv
if (script === fileURLToPath(import.meta.url) && out)
  await writeFile(out, (await buildBundle()).code)
