import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'
import { keys, startSandbox } from '../sandbox/start-sandbox.ts'
import { createDatabase } from '../support/database.ts'
import { sharedKeys } from '../support/key-ring.ts'

/** A database, keys and providers, and the settings with which a worker reaches them. */
export async function prepareGround() {
  const [database, sandbox] = [await createDatabase(), await startSandbox()]
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-worker-'))
  const keysFile = join(folder, 'keys.json')
  writeFileSync(keysFile, JSON.stringify(sharedKeys()), { mode: 0o600 })
  return {
    sandbox,
    folder,
    settings: {
      DATABASE_URL: database.as('tollgate_app'),
      VAULT_DATABASE_URL: database.as('tollgate_vault'),
      KEYS_FILE: keysFile,
      ENVIRONMENT: 'sandbox',
      WORKFLOW_BUNDLE: await workflowBundle('worker/bundle.ts'),
      REPAIR_AT_START: 'yes',
      REPAIR_EVERY_SECONDS: '1',
      BANK_SERVICE_ID: 'SERVICE',
      ...providers(sandbox.url),
    },
    close: async () => {
      await sandbox.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const providers = (url: string) => ({
  ACQUIRER_URL: `${url}/acquirer`,
  ACQUIRER_KEY: keys.acquirer,
  THREEDS_URL: `${url}/threeds`,
  THREEDS_KEY: keys.threeds,
  THREEDS_WEBHOOK_KEY: 'x',
  BLIK_URL: `${url}/blik`,
  BLIK_KEY: keys.blik,
  BLIK_WEBHOOK_KEY: 'x',
  BANK_URL: `${url}/bank`,
  BANK_KEY: keys.bank,
  BANK_WEBHOOK_KEY: 'x',
  TOKENS_URL: `${url}/tokens`,
  TOKENS_KEY: keys.tokens,
  TOKENS_WEBHOOK_KEY: 'x',
  WALLET_ROOTS_URL: `${url}/wallets/roots`,
})
