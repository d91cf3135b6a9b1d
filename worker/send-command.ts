import type { Client } from '@temporalio/client'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { SendCommand } from '../activities/settlement/signal-settled.ts'
import { workflowIdOf } from '../src/domain/id.ts'

const RPC_MS = 5_000

/** Commands of our own to payments, from inside an activity. */
export const createSendCommand =
  (client: Client): SendCommand =>
  async (paymentId, message) => {
    const to = workflowIdOf('pay', paymentId)
    const handle = client.workflow.getHandle(to)
    try {
      const addressed = { ...message, to }
      await client.withDeadline(Date.now() + RPC_MS, () => handle.signal('command', addressed))
      return 'sent'
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'closed'
      throw error
    }
  }
