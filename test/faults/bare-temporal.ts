import { TestWorkflowEnvironment } from '@temporalio/testing'
import { findTemporal } from '../../src/stack/temporal/find-temporal.ts'
import { searchAttributes } from '../../src/stack/temporal/prepare-namespace.ts'
import { silentTerminal } from '../../src/stack/terminal.ts'
import { newestRevision } from '../../workflows/revision.ts'
import { createCommand } from '../domain/payment/support.ts'

const typeNames: Readonly<Record<number, string>> = { 2: 'Keyword', 3: 'Int', 6: 'Datetime' }

/** A Temporal server without the stack around it: whatever a workflow asks of the world is the test's. */
export const startBareTemporal = async (): Promise<TestWorkflowEnvironment> =>
  TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: await findTemporal(process.env, silentTerminal) },
      extraArgs: Object.entries(searchAttributes).flatMap(([name, type]) => [
        '--search-attribute',
        `${name}=${typeNames[type] ?? ''}`,
      ]),
    },
  })

/** A payment that waits for its payer, as the gateway would start it. */
export function openPayment(index: number, validTime: number) {
  const id = `p${String.fromCharCode(97 + index)}`.padEnd(26, 'p')
  const to = `pay/${id}`
  const options = { transKind: 'AUTH', validTime } as const
  const { instrument: _, ...withoutCard } = createCommand({ paymentId: id, options })
  const mailbox = [messageTo(to, 'create', withoutCard)]
  return {
    id,
    options: {
      workflowId: to,
      taskQueue: 'payments',
      workflowTaskTimeout: '5s' as const,
      args: [{ id, to, mailbox, notified: 0, revision: newestRevision }],
    },
  }
}

export const messageTo = (to: string, id: string, command: object) => ({
  type: 'command',
  id: `cmd/${id}`,
  command,
  actor: 'gateway',
  requestId: 'r',
  to,
})
