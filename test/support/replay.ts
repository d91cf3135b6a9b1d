import type { DataConverter } from '@temporalio/common'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { buildBundle } from '../../worker/bundle.ts'

type Histories = Parameters<typeof Worker.runReplayHistories>[1]

/** Runs the present workflow code over histories that were recorded earlier; names what broke. */
export async function replay(
  histories: Histories,
  dataConverter?: DataConverter,
): Promise<{ replayed: string[]; broken: string[] }> {
  quiet()
  bundle ??= buildBundle()
  const options = {
    workflowBundle: await bundle,
    ...(dataConverter && { dataConverter }),
  }
  const result: { replayed: string[]; broken: string[] } = { replayed: [], broken: [] }
  for await (const { workflowId, error } of Worker.runReplayHistories(options, histories)) {
    result.replayed.push(workflowId)
    if (error) result.broken.push(`${workflowId}: ${error.message}`)
  }
  return result
}

/** Made once by each process: it takes seconds. */
let bundle: ReturnType<typeof buildBundle> | undefined
let isQuiet = false

function quiet(): void {
  if (isQuiet) return
  isQuiet = true
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
  } catch {
    // Another file of this process was first.
  }
}
