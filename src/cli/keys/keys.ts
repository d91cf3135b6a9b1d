import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import type { CliConfig } from '../../config.ts'
import { createVault } from '../../vault/card-vault.ts'
import { loadKeyRing, rotate } from '../../vault/key-ring.ts'
import { movePortalCodes, unreadablePortalKeys } from '../../vault/portal-codes.ts'
import { loadPortalKeys, rotatePortalKeys } from '../../vault/portal-keys.ts'
import { vaultKinds } from '../../vault/rewrap-secrets.ts'
import type { RotatingPurpose } from '../../vault/new-keys.ts'
import type { Db } from '../../postgres/db.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { reasonOption } from '../merchants/change-merchant.ts'
import { isAgreedTo } from '../operators/installation-instructions.ts'
import type { Asking } from '../merchants/merchant-instructions.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { retireCommand } from './retire.ts'

type Purpose = RotatingPurpose | 'portal'
const purposes: readonly Purpose[] = [
  'vault',
  'payload',
  'signing',
  'evidence',
  'encryption',
  'wallets',
  'portal',
]
const BATCH = 500

type Options = Asking

/** `keys …`: which keys there are, new ones, and moving stored cards to the newest. */
export function keysCommand(): Command {
  const command = new Command('keys').description(
    'the key ring, beside the files and the database that it opens; values are never shown',
  )

  command
    .command('list')
    .description('the ids of the keys, the current one first')
    .addHelpText('after', examples('keys list'))
    .action(({ json }: Options) => {
      const keys = idsOf(readConfig(process.env, 'cli'))
      print(keys, table(['purpose', 'keys'], Object.entries(keys).map(inRow)), json)
    })

  command
    .command('rotate')
    .description('put a fresh key in front, once another person has agreed; old ones go on reading')
    .addOption(reasonOption())
    .addOption(byOption())
    .argument('<purpose>', purposes.join(', '), purpose)
    .addHelpText('after', examples('keys rotate vault --reason "once a year"'))
    .action((of: Purpose, options: Options) =>
      withConnections(async ({ db }) => {
        // What is not here cannot be agreed to either.
        if (of === 'portal') portalFile(readConfig(process.env, 'cli'))
        const order = { name: 'keys', action: 'rotate', purpose: of } as const
        if (await isAgreedTo(db, order, options)) await rotateKey(db, of, options)
      }),
    )

  command.addCommand(rewrapCommand())
  command.addCommand(checkCommand())
  command.addCommand(retireCommand())
  return command
}

const rewrapCommand = (): Command =>
  new Command('rewrap')
    .description("move stored cards, secrets and people's one-time codes to the current keys")
    .addOption(byOption())
    .addHelpText('after', examples('keys rewrap'))
    .action(({ by, json }: Options) =>
      withConnections(async ({ db, vaultDb }) => {
        const { keysFile, portalKeysFile } = readConfig(process.env, 'cli')
        const keyRing = loadKeyRing(keysFile)
        const done = await rewrapAll(createVault({ db: vaultDb, keyRing }))
        if (portalKeysFile !== undefined) {
          const portalKeys = loadPortalKeys(portalKeysFile)
          const moved = await movePortalCodes(vaultDb, { keyRing, portalKeys })
          done.rewrapped += moved.rewrapped
          done.unreadable.push(...moved.unreadable)
        }
        await audit(db, by, 'vault.rewrap', 'vault', 'done', done)
        const unreadable = done.unreadable.length
        print(done, `${String(done.rewrapped)} moved, ${String(unreadable)} unreadable`, json)
        if (unreadable > 0) process.exitCode = exitCodes.failure
      }),
    )

const checkCommand = (): Command =>
  new Command('check')
    .description('whether every key that something is sealed under is here; exit code 1 when not')
    .addHelpText('after', examples('keys check'))
    .action(({ json }: Options) =>
      withConnections(async ({ vaultDb }) => {
        const { keysFile, portalKeysFile } = readConfig(process.env, 'cli')
        const missing = await createVault({
          ...{ db: vaultDb, keyRing: loadKeyRing(keysFile) },
        }).unreadableKeys()
        if (portalKeysFile !== undefined)
          missing.push(...(await unreadablePortalKeys(vaultDb, loadPortalKeys(portalKeysFile))))
        const all =
          portalKeysFile === undefined
            ? 'every key is here; those of the portal were not looked for (PORTAL_KEYS_FILE)'
            : 'every key is here'
        print({ missing }, missing.length === 0 ? all : missing.join('\n'), json)
        if (missing.length > 0)
          throw new CommandFailure('something is sealed under keys that are missing')
      }),
    )

async function rotateKey(db: Db, of: Purpose, { by, json }: Options): Promise<void> {
  const config = readConfig(process.env, 'cli')
  if (of === 'portal') await rotatePortalKeys(portalFile(config))
  else await rotate(config.keysFile, of)
  const keys = idsOf(config)
  await audit(db, by, 'keys.rotate', `keys/${of}`, 'done', { keys: keys[of] })
  const next =
    of === 'vault' || of === 'portal'
      ? '\nrestart every process, so that all of them know it; then: npm run tollgate -- keys rewrap'
      : ''
  print({ purpose: of, keys: keys[of] }, `${of}: ${(keys[of] ?? []).join(', ')}${next}`, json)
}

async function rewrapAll(vault: ReturnType<typeof createVault>) {
  const done = { rewrapped: 0, unreadable: [] as string[] }
  for (const kind of vaultKinds) {
    let after: string | undefined
    do {
      const { rewrapped, unreadable, last } = await vault.rewrap(kind, BATCH, after)
      done.rewrapped += rewrapped
      done.unreadable.push(...unreadable)
      after = last
    } while (after !== undefined)
  }
  return done
}

/** The file of the portal's keys, where it is named. */
function portalFile({ portalKeysFile }: CliConfig): string {
  if (portalKeysFile === undefined) throw new CommandFailure('PORTAL_KEYS_FILE is not set')
  return portalKeysFile
}

function idsOf({ keysFile, portalKeysFile }: CliConfig): Partial<Record<Purpose, string[]>> {
  const { vault, payload, signing, evidence = [], encryption, wallets } = loadKeyRing(keysFile)
  return {
    vault: vault.map(({ id }) => id),
    payload: payload.map(({ id }) => id),
    signing: signing.map(({ kid }) => kid),
    evidence: evidence.map(({ kid }) => kid),
    encryption: encryption.map(({ kid, alg }) => `${kid} (${alg})`),
    wallets: Object.entries(wallets).map(([name, keys]) => `${name} (${String(keys.length)})`),
    ...(portalKeysFile !== undefined && {
      portal: loadPortalKeys(portalKeysFile).vault.map(({ id }) => id),
    }),
  }
}

const inRow = ([name, ids]: [string, string[]]): [string, string] => [name, ids.join(', ')]

function purpose(text: string): Purpose {
  const found = purposes.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(`one of ${purposes.join(', ')}`)
  return found
}
