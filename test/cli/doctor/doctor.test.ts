import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { binFinding, clockFinding, roleFindings } from '../../../src/cli/doctor/check-database.ts'
import {
  attributesFinding,
  retentionFinding,
  scheduleFinding,
} from '../../../src/cli/doctor/check-temporal.ts'
import {
  certificateFinding,
  checkAppleCertificates,
  checkAppleDomain,
  checkWallets,
} from '../../../src/cli/doctor/check-wallets.ts'
import { checkSettings } from '../../../src/cli/doctor/doctor.ts'
import type { Finding } from '../../../src/cli/doctor/finding.ts'
import { searchAttributeNames } from '../../../src/domain/search-attributes.ts'
import { commandLine } from '../../support/cli.ts'
import { freshFolder } from '../../support/key-ring.ts'
import { appleContext } from '../../wallets/support/apple-wallet.ts'
import { issue, toPem } from '../../wallets/support/certificates.ts'

const NOW = Date.parse('2026-11-15T00:00:00Z')
const app = {
  role: 'tollgate_app',
  encrypted: true,
  superuser: false,
  readsCards: false,
  owner: false,
}
const vault = { ...app, role: 'tollgate_vault', readsCards: true }

describe('database roles', () => {
  test('of their own are right', () => {
    expect(roleFindings(app, vault)).toMatchObject([{ state: 'ok' }])
  })

  test.for([
    [{ superuser: true }, {}, 'is a superuser'],
    [{ owner: true }, {}, 'owns the tables'],
    [{ readsCards: true }, {}, 'may read cards'],
    [{}, { readsCards: false }, 'may not read cards'],
  ] as const)('%j, %j: %s', ([application, cards, found]) => {
    expect(roleFindings({ ...app, ...application }, { ...vault, ...cards })).toMatchObject([
      { state: 'wrong', found: expect.stringContaining(found), mend: expect.any(String) },
    ])
  })
})

test.for([
  [clockFinding(0.2), 'ok'],
  [clockFinding(1.5), 'wrong'],
  [binFinding(undefined), 'warning'],
  [binFinding(10 * 86_400), 'ok'],
  [binFinding(60 * 86_400), 'warning'],
  [retentionFinding(90), 'ok'],
  [retentionFinding(3), 'warning'],
  [attributesFinding(searchAttributeNames), 'ok'],
  [attributesFinding(searchAttributeNames.slice(1)), 'wrong'],
  [scheduleFinding('a', false), 'ok'],
  [scheduleFinding('a', true), 'warning'],
  [scheduleFinding('a', undefined), 'wrong'],
  [certificateFinding({ subject: 'CN=A', validTo: '2039-04-30' }, NOW), 'ok'],
  [certificateFinding({ subject: 'CN=A', validTo: '2026-11-30' }, NOW), 'warning'],
  [certificateFinding({ subject: 'CN=A', validTo: '2026-11-01' }, NOW), 'wrong'],
  [checkWallets({}, NOW)[0]!, 'ok'],
  [checkWallets({ GOOGLE_PAY_GATEWAY: 'us' }, NOW)[0]!, 'warning'],
  [checkWallets({ GOOGLE_PAY_GATEWAY: 'us', GOOGLE_PAY_KEYS_URL: 'https://g' }, NOW)[0]!, 'ok'],
  [checkWallets({ APPLE_PAY_CERTIFICATES: '/certificates' }, NOW)[1]!, 'warning'],
  [checkWallets({ C2P_INITIATOR_ID: 'us' }, NOW)[2]!, 'warning'],
  [checkWallets({ WALLET_ROOTS_FILE: 'no/such/file' }, NOW)[0]!, 'wrong'],
] as const)('%j is %s', ([finding, state]) => {
  expect(finding.state).toBe(state)
  expect(finding.mend === undefined).toBe(state === 'ok')
})

test('a wallet that is half set up says what is missing, and one that is not set up says so', () => {
  const path = join(freshFolder(), 'roots.json')
  const apple = { rootCertificates: appleContext.roots.rootCertificates }
  writeFileSync(path, JSON.stringify({ apple }))
  expect(checkWallets({ WALLET_ROOTS_FILE: path, C2P_INITIATOR_ID: 'us' }, NOW)).toMatchObject([
    { check: 'Google Pay', state: 'ok', found: 'not set up, and not offered' },
    { check: 'Apple Pay', state: 'warning', mend: 'set APPLE_PAY_CERTIFICATES' },
    { check: 'Click to Pay', state: 'warning', mend: 'set c2p in WALLET_ROOTS_FILE' },
    { check: 'wallet roots' },
  ])
})

test('the end of each root key of Google is told', () => {
  const path = join(freshFolder(), 'roots.json')
  const ends = (days: number) => String(NOW + days * 86_400_000)
  const keys = [
    { protocolVersion: 'ECv2', keyExpiration: ends(7) },
    { protocolVersion: 'ECv1' },
    { protocolVersion: 'ECv2', keyExpiration: ends(-2) },
  ]
  const apple = { rootCertificates: appleContext.roots.rootCertificates }
  writeFileSync(path, JSON.stringify({ google: { keys }, apple }))
  expect(checkWallets({ WALLET_ROOTS_FILE: path }, NOW).slice(4)).toMatchObject([
    { state: 'warning', found: 'key 1 of Google ends in 7 days' },
    { state: 'wrong', found: 'key 2 of Google ended 2 days ago' },
  ])
})

test('the end of each certificate that Apple knows a merchant by is told', () => {
  const folder = freshFolder()
  const issued = issue({ subject: 'merchant.one', validToMs: NOW + 3 * 86_400_000 })
  writeFileSync(join(folder, 'merchant.one.pem'), toPem(issued))
  expect(checkAppleCertificates(folder, NOW)).toMatchObject([
    { state: 'warning', found: 'merchant.one.pem ends in 3 days' },
  ])
  writeFileSync(join(folder, 'merchant.two.pem'), 'no certificate')
  expect(checkAppleCertificates(folder, NOW)).toMatchObject([{ state: 'wrong' }])
  expect(checkAppleCertificates(undefined, NOW)).toEqual([])
})

test('Apple Pay without the file that verifies our page is told, and a file that cannot be read', () => {
  const path = join(freshFolder(), 'association')
  writeFileSync(path, 'signed by Apple')
  expect(checkAppleDomain({})).toEqual([])
  expect(checkAppleDomain({ APPLE_PAY_CERTIFICATES: '/certificates' })).toMatchObject([
    { state: 'warning', mend: expect.stringContaining('APPLE_PAY_DOMAIN_FILE') },
  ])
  expect(checkAppleDomain({ APPLE_PAY_DOMAIN_FILE: path })).toMatchObject([{ state: 'ok' }])
  expect(checkAppleDomain({ APPLE_PAY_DOMAIN_FILE: 'no/such' })).toMatchObject([{ state: 'wrong' }])
})

test('beside a local stack the settings of its processes are not called missing', () => {
  expect(checkSettings({ ENVIRONMENT: 'sandbox' })).toMatchObject([{ state: 'warning' }])
})

test('every setting that a start would refuse is named at once, and no value', () => {
  const found = checkSettings({
    ENVIRONMENT: 'production',
    BLIK_URL: 'https://blik.eu',
    ACQUIRER_KEY: 'sandbox-acquirer-key',
  })
  const names = found.map((one) => one.found.split(' ')[0])
  for (const name of ['DATABASE_URL', 'ACQUIRER_KEY', 'BLIK_WEBHOOK_KEY', 'PUBLIC_URL'])
    expect(names).toContain(name)
  expect(JSON.stringify(found)).not.toContain('sandbox-acquirer-key')
})

test('providers that are not set up are told, with what is not offered without them', () => {
  const settings = {
    ENVIRONMENT: 'sandbox',
    DATABASE_URL: 'postgres://app@db/tollgate',
    KEYS_FILE: 'keys.json',
    BLIK_URL: 'http://blik',
    BLIK_KEY: 'one',
    BLIK_WEBHOOK_KEY: 'other',
  }
  const found = checkSettings(settings).filter(({ check }) => check === 'providers')
  expect(found.map((one) => `${one.state} ${one.found}`)).toEqual([
    'warning ACQUIRER_URL is not set: cards and wallets only through accounts of merchants',
    'warning THREEDS_URL is not set: cards only of merchants whose own accounts ask cardholders, or who go without 3-D Secure',
    'warning BANK_URL is not set: bank transfers only through accounts of merchants',
    'warning TOKENS_URL is not set: no network tokens (VTS, SCOF)',
  ])
})

test('a deployment that cannot connect is examined all the same, and exits with 1', async () => {
  const tollgate = commandLine({ ENVIRONMENT: 'production', C2P_INITIATOR_ID: 'us' })
  const { code, text } = await tollgate('doctor', '--json')
  const { findings } = JSON.parse(text)
  const found = (check: string) => findings.filter((one: Finding) => one.check === check)
  expect(code).toBe(1)
  for (const check of ['database', 'temporal'])
    expect(found(check)).toMatchObject([
      { state: 'wrong', found: expect.stringContaining('DATABASE_URL') },
    ])
  expect(found('settings').map((one: Finding) => one.found)).toContain('PUBLIC_URL is missing')
  expect(found('Click to Pay')).toMatchObject([{ state: 'warning' }])
})
