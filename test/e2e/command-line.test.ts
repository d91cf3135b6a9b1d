import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandLine } from '../support/cli.ts'
import { commandPaths } from '../support/command-paths.ts'
import { freshFolder } from '../support/key-ring.ts'
import { openMerchant, stack } from '../support/world.ts'

const run = commandLine({ TOLLGATE_HOME: stack.home })
const why = ['--reason', 'case 4711', '--by', 'anna']

/** These change what other tests stand on; a test that has its own place for them names them. */
const elsewhere: Record<string, string> = {
  'operators add': 'test/cli/operators/operators.db.test.ts',
  'operators list': 'test/cli/operators/operators.db.test.ts',
  'operators disable': 'test/cli/operators/operators.db.test.ts',
  'bins load': 'test/cli/cards/bins.db.test.ts',
  'keys rotate': 'test/cli/keys/keys.db.test.ts',
  'keys rewrap': 'test/cli/keys/keys.db.test.ts',
  'keys retire': 'test/cli/keys/keys.db.test.ts',
  'rollout show': 'test/faults/workers.test.ts',
  'rollout check': 'test/faults/workers.test.ts',
  'rollout ramp': 'test/faults/workers.test.ts',
  'rollout current': 'test/faults/workers.test.ts',
  'rollout back': 'test/faults/workers.test.ts',
  'disputes show': 'test/cli/disputes/disputes.db.test.ts',
  'disputes hold': 'test/e2e/disputes.test.ts',
  'disputes resume': 'test/e2e/disputes.test.ts',
  'disputes inquire': 'test/e2e/disputes.test.ts',
  'disputes submit': 'test/e2e/disputes.test.ts',
  'disputes accept': 'test/e2e/disputes.test.ts',
  'settlement run': 'test/faults/settlement.test.ts',
  'settlement pay': 'test/cli/money/settlement-report.db.test.ts',
  'connectors check': 'test/cli/providers/connectors.test.ts',
  'accounts set': 'test/cli/providers/accounts.db.test.ts',
  'accounts rotate': 'test/cli/providers/accounts.db.test.ts',
  'accounts check': 'test/cli/providers/accounts.db.test.ts',
  listen: 'test/e2e/developers.test.ts',
  'routes set': 'test/cli/providers/routes.db.test.ts',
}

/** What each command is given, once for a payment and a merchant of its own. */
const given: Record<string, (about: About) => string[] | Promise<string[]>> = {
  'payment show': ({ sale }) => [sale],
  'payment timeline': ({ sale }) => [sale],
  'payment events': ({ sale }) => [sale],
  'payment list': ({ merchantId }) => ['--merchant', merchantId, '--status', 'COMPLETED'],
  'payment hold': ({ sale }) => [sale, ...why],
  'payment resume': ({ sale }) => [sale, ...why],
  'payment drop': ({ sale }) => [sale, ...why],
  'payment rebuild': ({ sale }) => [sale, ...why],
  'payment inquire': ({ sale }) => [sale, ...why],
  'payment cancel': ({ hold }) => [hold, ...why],
  'payment capture': ({ hold }) => [hold, '--amount', '45.00', ...why],
  'payment refund': ({ sale }) => [sale, '--amount', '1.00', ...why],
  'payment advance': ({ sale }) => [sale, '60', '--by', 'anna'],
  'payment exchanges': ({ sale }) => [sale, ...why],
  'disputes list': ({ merchantId }) => ['--merchant', merchantId],
  'token show': ({ tokenizerId }) => [tokenizerId],
  'approvals list': () => [],
  'approvals approve': async ({ merchantId }) => [await topUpOf(merchantId, 'a'), '--by', 'jan'],
  'approvals refuse': async ({ merchantId }) => [await topUpOf(merchantId, 'r'), '--by', 'jan'],
  stuck: () => [],
  replay: ({ sale }) => [sale],
  incident: ({ sale }) => [sale, '--no-replay'],
  'incident verify': async ({ sale }) => [await incidentOf(sale)],
  prove: ({ sale }) => [sale],
  'merchants create': ({ merchantId }) => [`9${merchantId}`, '--name', 'Another'],
  'merchants show': ({ merchantId }) => [merchantId],
  'merchants addresses': ({ merchantId }) => [merchantId, '--url', 'https://a.eu', ...why],
  'merchants settings': ({ merchantId }) => [merchantId, 'holdDays=7', ...why],
  'merchants rotate': ({ merchantId }) => [`9${merchantId}`, 'notification', ...why],
  'merchants access': ({ merchantId }) => [merchantId, '--since', '1d'],
  'merchants disable': ({ merchantId }) => [`9${merchantId}`],
  'merchants enable': ({ merchantId }) => [`9${merchantId}`, ...why],
  'merchants agree': ({ merchantId }) => [merchantId, stack.agents[0]!.merchantId, ...why],
  'portal invite': ({ merchantId }) => [merchantId, '--name', 'anna@shop.eu', ...why],
  'portal list': ({ merchantId }) => [merchantId],
  'merchants marketplace list': ({ merchantId }) => [merchantId],
  'merchants marketplace add': ({ merchantId }) => [merchantId, '10000002', ...why],
  'merchants marketplace end': async ({ merchantId }) => {
    await agreed('merchants', 'marketplace', 'add', merchantId, '10000003')
    return [merchantId, '10000003', ...why]
  },
  'bins check': () => ['src/sandbox/bins.csv'],
  'bins show': () => ['40000000'],
  'connectors list': () => [],
  'connectors matrix': () => [],
  'accounts list': ({ merchantId }) => [merchantId],
  'accounts end-rotation': ({ merchantId }) => [merchantId, 'stripe/main'],
  'routes test': ({ merchantId }) => [merchantId, '--amount', '99.99'],
  'routes explain': ({ sale }) => [sale],
  'connectors show': () => ['acquirer', 'sandbox'],
  'keys list': () => [],
  'keys check': () => [],
  stats: () => ['--since', '1h'],
  'settlement show': () => [],
  'settlement report': ({ merchantId }) => [merchantId],
  'settlement differences': () => ['no-such-batch'],
  'ledger check': ({ sale }) => [sale],
  'balance show': ({ merchantId }) => [merchantId],
  'balance payout': ({ merchantId }) => [...[merchantId, '1', 'PLN'], '--reference', 'p', ...why],
  'balance top-up': ({ merchantId }) => [...[merchantId, '1', 'PLN'], '--reference', 't', ...why],
  'notifications list': ({ sale }) => ['--payment', sale],
  'notifications attempts': ({ sale }) => [sale],
  'notifications resend': ({ sale }) => ['--payment', sale],
  'notifications resume': ({ merchantId }) => [merchantId],
  'card-data scan': () => [freshFolder()],
  'card-data orphans': () => [],
  'checkout scripts check': () => ['--url', stack.api],
  doctor: () => [],
  trigger: () => ['--list'],
}

/** What is found is an answer too: these look at what other tests may have left. */
const mayFind = new Set(['checkout scripts check', 'card-data orphans', 'doctor', 'stuck'])

interface About {
  sale: string
  hold: string
  merchantId: string
  tokenizerId: string
}

async function agreed(...args: string[]): Promise<void> {
  const { id } = JSON.parse((await run(...args, ...why, '--json')).text)
  await run('approvals', 'approve', id, '--by', 'jan')
}

async function topUpOf(merchantId: string, reference: string): Promise<string> {
  const order = ['balance', 'top-up', merchantId, '1.00', 'PLN', '--reference', reference]
  return JSON.parse((await run(...order, ...why, '--json')).text).id
}

async function incidentOf(sale: string): Promise<string> {
  const file = join(freshFolder(), 'incident.html')
  await run('incident', sale, '--no-replay', '--out', file)
  return file
}

describe('every command', () => {
  test('is named here, or in the test that has a place of its own for it', () => {
    expect([...Object.keys(given), ...Object.keys(elsewhere)].sort()).toEqual(commandPaths().sort())
    for (const [path, file] of Object.entries(elsewhere)) {
      const words = path.split(' ').map((word) => `'${word}'`)
      expect(readFileSync(file, 'utf8'), path).toContain(words.join(', '))
    }
  })

  test.for(commandPaths())('%s: help tells how, an example and the exit codes', async (path) => {
    const { code, text } = await run(...path.split(' '), '--help')
    expect(code).toBe(0)
    for (const told of ['--json', `npm run tollgate -- ${path}`, 'Exit codes: 0 done'])
      expect(text).toContain(told)
  })

  test('answers a program in JSON', async () => {
    const merchant = await openMerchant()
    const { merchantId } = merchant
    const storing = { channel: 'WEBAPI', merchant: { merchantId }, customer: {} }
    const about = {
      sale: (await merchant.completed()).paymentId,
      hold: (await merchant.hold(50)).paymentId,
      merchantId,
      tokenizerId: (await merchant.call('POST', '/tokenizer', storing)).body.tokenizerId as string,
    }
    for (const [path, argumentsOf] of Object.entries(given)) {
      const args = [...path.split(' '), ...(await argumentsOf(about)), '--json']
      const { code, text, problem } = await run(...args)
      expect([path, problem]).toEqual([path, ''])
      expect(code, path).toBeLessThanOrEqual(mayFind.has(path) ? 1 : 0)
      expect(JSON.parse(text), path).toBeTypeOf('object')
    }
  })
})
