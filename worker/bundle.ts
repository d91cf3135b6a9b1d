import type { WorkflowBundleOption } from '@temporalio/worker'
import { bundleWorkflowCode } from '@temporalio/worker'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const pathOf = (file: string): string =>
  fileURLToPath(new URL(`../workflows/${file}`, import.meta.url))

/** The workflow code as the worker runs it: built ahead (WORKFLOW_BUNDLE), or now. */
export async function workflowBundle(
  builtAhead: string | undefined,
): Promise<WorkflowBundleOption> {
  return builtAhead ? { codePath: builtAhead } : buildBundle()
}

export const buildBundle = (): Promise<{ code: string }> =>
  bundleWorkflowCode({
    workflowsPath: pathOf('index.ts'),
    payloadConverterPath: pathOf('payload-converter.ts'),
    failureConverterPath: pathOf('failure-converter.ts'),
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
