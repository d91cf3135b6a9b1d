import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import type { WorkflowBundleOption } from '@temporalio/worker'
import { workflowIdOf } from '../domain/id.ts'
import type { Payment } from '../domain/payment/payment.ts'
import { fetchHistory, ifGone } from './history.ts'
import { openReplayer } from './replay.ts'

/** What workflows come to, by their histories: a workflow that runs is never asked itself. */
export interface HistoryReader {
  /** Neither when the history is gone: it ended longer ago than histories are kept. */
  read(paymentId: string): Promise<{ state?: Payment; problem?: string }>
  close(): Promise<void>
}

export function openHistoryReader({
  client,
  codec,
  bundle,
}: {
  client: Client
  codec: PayloadCodec
  bundle: WorkflowBundleOption
}): HistoryReader {
  const replayer = openReplayer(bundle)
  let turn: Promise<unknown> = Promise.resolve()
  /** One history at a time: a replayer takes no second one beside. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }
  return {
    read: async (paymentId) => {
      const workflowId = workflowIdOf('pay', paymentId)
      const history = await fetchHistory(client, codec, workflowId).catch(ifGone)
      if (!history) return {}
      const { divergence, state } = await inTurn(() => replayer.replay({ workflowId, history }))
      if (divergence) return { problem: `${divergence.then}, now ${divergence.now}` }
      return state === undefined ? {} : { state: plain(state) }
    },
    close: () => inTurn(() => replayer.close()),
  }
}

/** As it would stand in the database. */
const plain = (state: unknown): Payment => JSON.parse(JSON.stringify(state)) as Payment
