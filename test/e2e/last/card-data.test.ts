import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execute } from '../../../src/postgres/db.ts'
import { scan, scanText } from '../../../src/vault/card-scanner.ts'
import { send } from '../../support/http.ts'
import { shop, stack } from '../../support/world.ts'
import { openPool } from '../../support/open-pool.ts'

const LONG_MS = 900_000

test(
  'whatever the run has left on disk holds no card number and no CVV',
  async () => {
    await shop.completed()
    const db = openPool(stack.postgresOwner)
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

test('no notification holds one', async () => {
  await shop.completed()
  const { text } = await send(`${stack.sandbox}/received`)
  expect(text).toContain('COMPLETED')
  expect(scanText(text)).toEqual([])
})
