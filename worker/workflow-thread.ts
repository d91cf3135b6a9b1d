/** What a thread of workflows runs: ours first, then all that the SDK runs in one. */
import '../src/review/lazy-stacks.ts'
import '@temporalio/worker/lib/workflow/workflow-worker-thread.js'
