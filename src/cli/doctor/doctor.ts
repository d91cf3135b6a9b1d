import type { Command } from 'commander'
import { absentProviders, ConfigError, readConfig } from '../../settings/config.ts'
import { exitCodes } from '../../desk/failure.ts'
import { counted } from '../../desk/counted.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { checkDatabase } from './check-database.ts'
import { checkTemporal } from './check-temporal.ts'
import { checkAppleCertificates, checkAppleDomain, checkWallets } from './check-wallets.ts'
import { ok, warning, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

/** `doctor`: looks at a deployment from here, and says how to mend what is wrong. */
export const doctorCommand = (command: Command): Command =>
  command
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await examine()
      const bad = findings.filter(({ state }) => state === 'wrong').length
      print({ findings, wrong: bad }, describe(findings, bad), json)
      if (bad > 0) process.exitCode = exitCodes.failure
    })

async function examine(): Promise<Finding[]> {
  const settings = checkSettings(process.env)
  const wallets = [
    ...checkWallets(process.env, Date.now()),
    ...checkAppleCertificates(process.env.APPLE_PAY_CERTIFICATES, Date.now()),
    ...checkAppleDomain(process.env),
  ]
  return [...settings, ...(await checkConnections(process.env)), ...wallets]
}

/** A deployment whose settings are wrong is examined all the same, as far as they go. */
async function checkConnections(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const { environment, database } = readConfig(env, 'cli')
    const demands = { production: environment === 'production', withoutTls: database.withoutTls }
    return await withConnections(async ({ db, vaultDb, temporal }) => [
      ...(await reach('database', () => checkDatabase({ db, vaultDb, demands }))),
      ...(await reach('temporal', async () => checkTemporal(await temporal()))),
    ])
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const found = `not looked at: ${[...error.problems.keys()].join(', ')}`
    const mend = 'mend these settings first, and run it again'
    return [wrong('database', found, mend), wrong('temporal', found, mend)]
  }
}

/** Every setting that a process of the gateway would refuse, all at once; keys of webhooks are among them. */
export function checkSettings(env: NodeJS.ProcessEnv): Finding[] {
  // Beside a stack of `npm start` only what the command line itself needs is here.
  if (
    env.ENVIRONMENT !== 'production' &&
    absentProviders(env).length === Object.keys(without).length
  )
    return [warning('settings', "the gateway's own are not here", 'run it where a gateway runs')]
  try {
    readConfig(env, 'api')
    return [ok('settings', 'a process would start with them'), ...notSetUp(env)]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...error.problems].map(([name, problem]) =>
      wrong(
        'settings',
        `${name} ${problem}`,
        'docs/operators/configuration.md tells what it is for',
      ),
    )
  }
}

/** Not wrong: merchants with accounts of their own need none. */
const notSetUp = (env: NodeJS.ProcessEnv): Finding[] =>
  absentProviders(env).map((name) =>
    warning(
      'providers',
      `${name} is not set: ${without[name] ?? ''}`,
      'set it, or give each merchant an account',
    ),
  )

const without: Readonly<Record<string, string>> = {
  ACQUIRER_URL: 'cards and wallets only through accounts of merchants',
  THREEDS_URL:
    'cards only of merchants whose own accounts ask cardholders, or who go without 3-D Secure',
  BLIK_URL: 'BLIK only through accounts of merchants',
  BANK_URL: 'bank transfers only through accounts of merchants',
  TOKENS_URL: 'no network tokens (VTS, SCOF)',
}

/** What cannot be reached is a finding like others: the rest is looked at all the same. */
async function reach(check: string, run: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    return [wrong(check, (error as Error).message, 'see that it runs and can be reached from here')]
  }
}

function describe(findings: readonly Finding[], bad: number): string {
  const rows = findings.map(({ check, state, found, mend }) => [state, check, found, mend])
  return `${table(['', 'check', 'found', 'to mend it'], rows)}\n\n${counted(bad, 'thing')} wrong`
}
