import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDbPool, execute } from '../../../src/postgres/db.ts'
import { mapPayloads } from '../../../src/review/payloads.ts'
import { scan, scanText } from '../../../src/vault/card-scanner.ts'
import { send } from '../../support/http.ts'
import { openTemporal } from '../../support/temporal.ts'
import { shop, stack } from '../../support/world.ts'

const LONG_MS = 300_000

test(
  'whatever the run has left on disk holds no card number and no CVV',
  async () => {
    await shop.completed()
    const db = createDbPool({ databaseUrl: stack.postgresOwner, applicationName: 'test' })
    // oxlint-disable-next-line typescript/no-misused-promises -- finally waits for it
    await execute(db, 'checkpoint').finally(() => db.end())
    // Of every network; what merely stands beside each other in the pages of a database is no number.
    const report = await scan({ paths: ours(), usualGroups: true })
    expect(report.hits).toEqual([])
    expect(report.filesScanned).toBeGreaterThan(500)
  },
  LONG_MS,
)

/** All but the memory of the simulators: they are the banks and card networks, not us. */
const ours = (): string[] =>
  readdirSync(stack.home)
    .filter((name) => name !== 'sandbox')
    .map((name) => join(stack.home, name))

test(
  'no history holds one, read with our keys',
  async () => {
    const { paymentId } = await shop.completed()
    const { client, dataConverter, close } = await openTemporal(stack)
    const [codec] = dataConverter.payloadCodecs
    const masks = new Set<string>()
    try {
      for await (const { workflowId, history } of client.workflow.list().intoHistories())
        await mapPayloads(history, async (payload) => {
          const [plain] = (await codec?.decode([payload])) ?? []
          const text = Buffer.from(plain?.data ?? []).toString()
          expect(scanText(text), workflowId).toEqual([])
          if (text.includes('400000******1000')) masks.add(workflowId)
          return payload
        })
    } finally {
      await close()
    }
    // The histories were readable indeed.
    expect(masks).toContain(`pay/${paymentId}`)
  },
  LONG_MS,
)

test('no notification holds one', async () => {
  await shop.completed()
  const { text } = await send(`${stack.sandbox}/received`)
  expect(text).toContain('COMPLETED')
  expect(scanText(text)).toEqual([])
})
