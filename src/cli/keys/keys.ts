import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { createVault } from '../../vault/card-vault.ts'
import { loadKeyRing, rotate } from '../../vault/key-ring.ts'
import { sealedKinds } from '../../vault/rewrap-secrets.ts'
import type { RotatingPurpose } from '../../vault/new-keys.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { retireCommand } from './retire.ts'

const purposes: readonly RotatingPurpose[] = [
  'vault',
  'payload',
  'signing',
  'evidence',
  'encryption',
  'wallets',
]
const BATCH = 500

interface Options {
  by: string
  json?: boolean
}

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
      const keys = idsOf(readConfig(process.env, 'cli').keysFile)
      print(keys, table(['purpose', 'keys'], Object.entries(keys).map(inRow)), json)
    })

  command
    .command('rotate')
    .description('put a fresh key in front; old ones go on reading')
    .addOption(byOption())
    .argument('<purpose>', purposes.join(', '), purpose)
    .addHelpText('after', examples('keys rotate vault', 'keys rotate payload --by anna'))
    .action(async (of: RotatingPurpose, { by, json }: Options) => {
      const { keysFile } = readConfig(process.env, 'cli')
      await rotate(keysFile, of)
      const keys = idsOf(keysFile)
      await withConnections(({ db }) =>
        audit(db, by, 'keys.rotate', of, 'done', { keys: keys[of] }),
      )
      const next =
        of === 'vault'
          ? '\nrestart every process, so that all of them know it; then: npm run tollgate -- keys rewrap'
          : ''
      print({ purpose: of, keys: keys[of] }, `${of}: ${inRow([of, keys[of]])[1]}${next}`, json)
    })

  command
    .command('rewrap')
    .description('move stored cards and merchant secrets to the current vault key')
    .addOption(byOption())
    .addHelpText('after', examples('keys rewrap'))
    .action(({ by, json }: Options) =>
      withConnections(async ({ db, vaultDb }) => {
        const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
        const done = await rewrapAll(createVault({ db: vaultDb, keyRing }))
        await audit(db, by, 'vault.rewrap', 'vault', 'done', done)
        const unreadable = done.unreadable.length
        print(done, `${String(done.rewrapped)} moved, ${String(unreadable)} unreadable`, json)
        if (unreadable > 0) process.exitCode = exitCodes.failure
      }),
    )

  command
    .command('check')
    .description('whether every key that something is sealed under is here; exit code 1 when not')
    .addHelpText('after', examples('keys check'))
    .action(({ json }: Options) =>
      withConnections(async ({ vaultDb }) => {
        const keyRing = loadKeyRing(readConfig(process.env, 'cli').keysFile)
        const missing = await createVault({ db: vaultDb, keyRing }).unreadableKeys()
        print({ missing }, missing.length === 0 ? 'every key is here' : missing.join('\n'), json)
        if (missing.length > 0)
          throw new CommandFailure('something is sealed under keys that are missing')
      }),
    )
  command.addCommand(retireCommand())
  return command
}

async function rewrapAll(vault: ReturnType<typeof createVault>) {
  const done = { rewrapped: 0, unreadable: [] as string[] }
  for (const kind of sealedKinds) {
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

function idsOf(keysFile: string): Record<RotatingPurpose, string[]> {
  const { vault, payload, signing, evidence = [], encryption, wallets } = loadKeyRing(keysFile)
  return {
    vault: vault.map(({ id }) => id),
    payload: payload.map(({ id }) => id),
    signing: signing.map(({ kid }) => kid),
    evidence: evidence.map(({ kid }) => kid),
    encryption: encryption.map(({ kid, alg }) => `${kid} (${alg})`),
    wallets: Object.entries(wallets).map(([name, keys]) => `${name} (${String(keys.length)})`),
  }
}

const inRow = ([name, ids]: [string, string[]]): [string, string] => [name, ids.join(', ')]

function purpose(text: string): RotatingPurpose {
  const found = purposes.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(`one of ${purposes.join(', ')}`)
  return found
}
