import { randomBytes } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils.js'
import type { PayloadCodec } from '@temporalio/common'
import { disguise } from './disguise.ts'
import { decodePayloads, jsonOf, mapPayloads, withJson } from './payloads.ts'

export type History = Parameters<typeof historyToJSON>[0]
export type HistoryEvent = NonNullable<History['events']>[number]

/** Which local activity an event is the marker of. */
export function localActivityOf({
  markerRecordedEventAttributes,
}: HistoryEvent): string | undefined {
  if (markerRecordedEventAttributes?.markerName !== 'core_local_activity') return undefined
  const [data] = markerRecordedEventAttributes.details?.data?.payloads ?? []
  const { activity_type: type = '' } = (data && (jsonOf(data) as { activity_type?: string })) ?? {}
  return type
}

const FETCH_MS = 30_000

/** The history of a workflow as the server holds it, readable. */
export async function fetchHistory(
  client: Client,
  codec: PayloadCodec,
  workflowId: string,
): Promise<History> {
  const handle = client.workflow.getHandle(workflowId)
  const history = await client.withDeadline(Date.now() + FETCH_MS, () => handle.fetchHistory())
  const { namespace } = client.options
  await decodePayloads(history, codec, { type: 'workflow', namespace, workflowId })
  return history
}

/** The same without anything about persons; it still replays. */
export async function disguiseHistory(history: History): Promise<History> {
  const copy = historyFromJSON(JSON.parse(historyToJSON(history)))
  const key = randomBytes(32)
  await mapPayloads(copy, (payload) => {
    const value = jsonOf(payload)
    return value === undefined ? payload : withJson(payload, disguise(value, key))
  })
  for (const event of copy.events ?? []) {
    // Names of machines and processes help nobody who reads it elsewhere.
    for (const attributes of Object.values(event as Record<string, unknown>))
      if (typeof attributes === 'object' && attributes !== null && 'identity' in attributes)
        attributes.identity = 'worker'
  }
  return copy
}

export const readHistory = (text: string): History => historyFromJSON(JSON.parse(text))
export const writeHistory = (history: History): string =>
  `${JSON.stringify(JSON.parse(historyToJSON(history)), null, 1)}\n`

/** Histories are kept for a time; undefined for what ended longer ago. */
export function ifGone(error: unknown): undefined {
  const { name, code } = error as { name?: string; code?: number }
  if (name === 'WorkflowNotFoundError' || code === NOT_FOUND) return undefined
  throw error
}

const NOT_FOUND = 5
