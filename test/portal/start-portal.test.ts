import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PortalConfig } from '../../src/config.ts'
import { openGround } from '../../src/start-portal.ts'
import { freshFolder } from '../support/key-ring.ts'

test('all that forbids the portal to start in production is told at once', async () => {
  const keysFile = join(freshFolder(), 'keys.json')
  writeFileSync(keysFile, '{}', { mode: 0o644 })
  // Nobody listens there.
  const database = { url: 'postgres://nobody:nothing@127.0.0.1:1/none' }
  const config = {
    ...{ environment: 'production', keysFile, database, buildId: 'test' },
    temporal: { withoutTls: undefined },
  } as unknown as PortalConfig
  const refused = openGround(config, () => undefined)
  await expect(refused).rejects.toThrow('its mode must be 0600')
  await expect(refused).rejects.toThrow('production needs a Temporal server with TLS')
  await expect(refused).rejects.toThrow('ECONNREFUSED')
})
