// Plain JavaScript: threads have no loader.
import v8 from 'node:v8'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into every thread before its program (`--import`). Temporal's SDK remembers for each promise
 * of a workflow where it was made, for the tab "Call Stack" of its UI: half of the CPU time of the
 * thread that runs workflows. Ours wait at one place only, so that the tab tells nothing. Errors keep
 * their stacks.
 */
if (!isMainThread) v8.promiseHooks.createHook = () => () => undefined
