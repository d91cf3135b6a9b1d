import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PortalConfig } from '../../src/settings/config.ts'
import { openGround } from '../../src/start-portal.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'

// Nobody listens there.
const database = { url: 'postgres://nobody:nothing@127.0.0.1:1/none' }
const open = (keysFile: string, environment: 'production' | 'sandbox') =>
  openGround(
    { environment, keysFile, database, buildId: 'test' } as unknown as PortalConfig,
    () => undefined,
  )

test('all that forbids the portal to start in production is told at once', async () => {
  const keysFile = join(freshFolder(), 'keys.json')
  writeFileSync(keysFile, '{}', { mode: 0o644 })
  const refused = open(keysFile, 'production')
  await expect(refused).rejects.toThrow('its mode must be 0600')
  await expect(refused).rejects.toThrow('codes is missing')
  await expect(refused).rejects.toThrow('ECONNREFUSED')
})

test("the gateway's key ring is refused as the portal's, wherever it runs", async () => {
  const { path } = await freshKeyRing()
  await expect(open(path, 'sandbox')).rejects.toThrow(/signing/)
})
