import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../../src/settings/config.ts'
import { createLog } from '../../src/process/log.ts'
import { connect } from '../../worker/connect.ts'
import { freshFolder, freshKeyRing } from '../support/key-ring.ts'

/** Nobody listens there. */
const url = 'postgres://nobody:nothing@127.0.0.1:1/none'

const start = (keysFile: string) =>
  connect(
    'api',
    {
      environment: 'production',
      keysFile,
      temporal: { withoutTls: undefined },
      database: { url, vaultUrl: url, withoutTls: undefined },
      worker: {},
    } as unknown as GatewayConfig,
    createLog('api', 'silent'),
  )

test('all that forbids a start in production is told at once: keys, Temporal and database', async () => {
  const keysFile = join(freshFolder(), 'keys.json')
  writeFileSync(keysFile, '{}', { mode: 0o644 })
  const refused = start(keysFile)
  await expect(refused).rejects.toThrow('its mode must be 0600')
  await expect(refused).rejects.toThrow('production needs a Temporal server with TLS')
  await expect(refused).rejects.toThrow('ECONNREFUSED')
})

test('what is in order is not spoken of', async () => {
  const refused = start((await freshKeyRing()).path)
  await expect(refused).rejects.toThrow('production needs a Temporal server with TLS')
  await expect(refused).rejects.not.toThrow('key ring')
})
