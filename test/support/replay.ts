import type { DataConverter } from '@temporalio/common'
import type { WorkflowBundleOption } from '@temporalio/worker'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { readdirSync, readFileSync } from 'node:fs'
import '../../src/review/lazy-stacks.ts'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'

type Histories = Parameters<typeof Worker.runReplayHistories>[1]

interface How {
  dataConverter?: DataConverter
  /** Other workflow code than that of the sources. */
  bundle?: WorkflowBundleOption
}

/** Runs the present workflow code over histories that were recorded earlier; names what broke. */
export async function replay(
  histories: Histories,
  { dataConverter, bundle }: How = {},
): Promise<{ replayed: string[]; broken: string[] }> {
  quiet()
  const options = {
    // Bundled once for all processes and runs, as long as the sources are the same.
    workflowBundle: bundle ?? { codePath: await workflowBundle('worker/bundle.ts') },
    ...(dataConverter && { dataConverter }),
  }
  const result: { replayed: string[]; broken: string[] } = { replayed: [], broken: [] }
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    result.replayed.push(workflowId)
    if (error) result.broken.push(`${workflowId}: ${error.message}`)
  }
  return result
}

/** The paths that payments have taken, each by its name. */
export const storedHistories = (): { workflowId: string; history: object }[] =>
  readdirSync(FOLDER).map((file) => ({
    workflowId: file.replace(/\.json$/, ''),
    history: JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as object,
  }))

const FOLDER = new URL('../replay/histories/', import.meta.url)

let isQuiet = false

/** The SDK says nothing that a reader of the tests need not see. */
export function quiet(): void {
  if (isQuiet) return
  isQuiet = true
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  } catch {
    // Another file of this process was first.
  }
}
