import { historyToJSON, JSONToPayload, payloadToJSON } from '@temporalio/common/lib/proto-utils.js'
import type { JSONPayload } from '@temporalio/common/lib/proto-utils.js'
import type { Client } from '@temporalio/client'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { workflowIdOf } from '../../src/domain/id.ts'
import type { KeyRing } from '../../src/vault/key-ring.ts'
import { createPayloadCodec } from '../../src/vault/payload-codec.ts'
import { readStack } from '../support/stack-setup.ts'
import { openTemporal } from '../support/temporal.ts'

/**
 * Keeps the history of a payment (or of a workflow, by its whole id) in the repository: decoded,
 * and without what would tell persons or machines.
 */
export async function keepHistory(
  { client, keyRing }: { client: Client; keyRing: KeyRing },
  id: string,
  name: string,
): Promise<void> {
  const workflowId = id.includes('/') ? id : workflowIdOf('pay', id)
  const history = await client.workflow.getHandle(workflowId).fetchHistory()
  const text = historyToJSON(history)
  const readable = await decode(JSON.parse(text), keyRing)
  await writeFile(historyFile(name), `${JSON.stringify(anonymous(readable))}\n`)
}

export const historyFile = (name: string): string =>
  fileURLToPath(new URL(`histories/${name}.json`, import.meta.url))

/** Every payload in the clear, wherever it stands. */
async function decode(value: unknown, keyRing: KeyRing): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => decode(one, keyRing)))
  if (typeof value !== 'object' || value === null) return value
  if (isPayload(value)) {
    const [decoded] = await createPayloadCodec(keyRing).decode([JSONToPayload(value)])
    return payloadToJSON(withoutPersons(decoded ?? {}))
  }
  const entries = Object.entries(value).map(async ([name, one]) => [
    name,
    await decode(one, keyRing),
  ])
  return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
}

const isPayload = (value: object): value is JSONPayload =>
  'metadata' in value &&
  typeof value.metadata === 'object' &&
  value.metadata !== null &&
  'encoding' in value.metadata

type Payload = ReturnType<typeof JSONToPayload>

function withoutPersons(payload: Payload): Payload {
  const text = Buffer.from(payload.data ?? []).toString()
  const data = Buffer.from(
    text.replaceAll(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, 'payer@example.com'),
  )
  return { metadata: payload.metadata ?? {}, data }
}

/** Processes are named by their machine, and traces of errors by its folders. */
const anonymous = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one: unknown) => {
      if (name === 'stackTrace') return ''
      if (name === 'identity') return 'process'
      return typeof one === 'string' ? one.replace(/^\d+@[\w.-]+?-/, 'process-') : one
    }),
  )

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    options: { home: { type: 'string', default: '.tollgate' } },
    allowPositionals: true,
  })
  const [id, name] = positionals
  if (!id || !name) throw new Error('usage: keep-history.ts --home <folder> <paymentId> <name>')
  const temporal = await openTemporal(readStack(values.home))
  await keepHistory(temporal, id, name)
  await temporal.close()
}
