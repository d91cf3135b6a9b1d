import { readFileSync } from 'node:fs'
import type { WorkflowBundleOption } from '@temporalio/worker'
import { firstRunDivergence } from './divergence.ts'
import type { Examined, Replayer } from './replay.ts'
import { openReplayer } from './replay.ts'

const AT = 'what it does when it is not told that it is replayed'

/**
 * Drives each history through the same code twice: as a replay, and as if it ran for the first time, on
 * another day. What only a first run does no replay can show: that build would fail at the first replay
 * of what it has begun.
 */
export function openGate(bundle: WorkflowBundleOption): Replayer {
  const runs = [openReplayer(bundle), openReplayer(asFirstRun(bundle))] as const
  const examine = async (one: Parameters<Replayer['examine']>[0]): Promise<Examined> => {
    const [replayed, first] = await Promise.all([runs[0].examine(one), runs[1].examine(one)])
    const divergence = replayed.verdict.ok ? firstRunDivergence(replayed, first) : undefined
    if (!divergence) return replayed
    const verdict = { ...replayed.verdict, ok: false, divergence: { ...divergence, at: AT } }
    return { ...replayed, verdict }
  }
  return {
    examine,
    replay: async (one) => (await examine(one)).verdict,
    close: async () => {
      await Promise.all(runs.map((run) => run.close()))
    },
  }
}

const AS_IT_IS = 'tollgate/as-it-is'

/** The same code, which is told something else about its run. */
function asFirstRun(bundle: WorkflowBundleOption): WorkflowBundleOption {
  const code = 'code' in bundle ? bundle.code : readFileSync(bundle.codePath, 'utf8')
  if (!code.includes(AS_IT_IS)) throw new Error('a bundle that tells its code nothing')
  return { code: code.replaceAll(AS_IT_IS, 'tollgate/as-a-first-run') }
}
