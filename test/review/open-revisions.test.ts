import type { Client } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import { expect, test } from 'vitest'
import { openRevisions } from '../../src/review/open-revisions.ts'

const codec = {
  encode: async <T>(payloads: T) => payloads,
  decode: async <T>(payloads: T) => payloads,
}

test('open runs are counted by the revision that they were started with; none is the first', async () => {
  const starts = new Map([
    ['pay/a', { id: 'a', mailbox: [], notified: 0, revision: 4 }],
    ['pay/b', { id: 'b', mailbox: [], notified: 0 }],
    ['tok/c', { id: 'c', mailbox: [], notified: 0, revision: 4 }],
  ])
  const asked: string[] = []
  const client = {
    options: { namespace: 'default' },
    workflow: {
      list: async function* ({ query }: { query: string }) {
        asked.push(query)
        for (const workflowId of starts.keys()) yield { workflowId, runId: 'run' }
      },
    },
    workflowService: {
      getWorkflowExecutionHistory: async ({ execution }: { execution: { workflowId: string } }) => {
        const payloads = [defaultPayloadConverter.toPayload(starts.get(execution.workflowId))]
        return {
          history: {
            events: [{ workflowExecutionStartedEventAttributes: { input: { payloads } } }],
          },
        }
      },
    },
  } as unknown as Client
  expect(await openRevisions(client, codec)).toEqual({ 1: 1, 4: 2 })
  expect(asked).toEqual([expect.stringContaining(`ExecutionStatus = 'Running'`)])
})
