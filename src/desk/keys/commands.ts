import { z } from 'zod'
import { readConfig } from '../../settings/config.ts'
import type { CliConfig } from '../../settings/config.ts'
import { createVault } from '../../vault/card-vault.ts'
import { loadKeyRing, retire, rotate, supersededAt } from '../../vault/key-ring.ts'
import { endingPurposes } from '../../vault/new-keys.ts'
import type { EndingPurpose } from '../../vault/new-keys.ts'
import { movePortalCodes } from '../../vault/portal-codes.ts'
import { loadPortalKeys, rotatePortalKeys } from '../../vault/portal-keys.ts'
import { countUnder, vaultKinds } from '../../vault/rewrap-secrets.ts'
import { audit } from '../audit.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one, two } from '../command.ts'
import { counted } from '../counted.ts'
import { CommandFailure } from '../failure.ts'
import { oneOf, reasonForTwo, text } from '../fields.ts'
import { onceAgreed } from '../operators/installation-instructions.ts'
import type { Connections } from '../with-connections.ts'
import { withConnections } from '../with-connections.ts'
import { idsOf } from './key-ids.ts'
import { purposes } from './key-ids.ts'

const BATCH = 500
/** Longer than any token that was signed, or form that was encrypted, is good. */
const SHORT_LIVED_MS = 24 * 3_600_000

const rotateKey = deskCommand({
  name: 'keys rotate',
  description: 'put a fresh key in front, once another person has agreed; old ones go on reading',
  ...two('administrator', 'every secret and every token hangs on the key ring'),
  isBesideDatabase: true,
  input: z.strictObject({
    purpose: oneOf(purposes, 'purpose', 'which of them'),
    reason: reasonForTwo,
  }),
  takes: ['purpose'],
  examples: [{ purpose: 'vault', reason: 'once a year' }],
  carryOut: ({ purpose, reason }, caller) =>
    withConnections(async ({ db }) => {
      const config = readConfig(process.env, 'cli')
      // What is not here cannot be agreed to either.
      if (purpose === 'portal') portalFile(config)
      const order = { name: 'keys', action: 'rotate', purpose } as const
      return onceAgreed(db, order, { ...caller, reason }, async () => {
        if (purpose === 'portal') await rotatePortalKeys(portalFile(config))
        else await rotate(config.keysFile, purpose)
        const keys = idsOf(config)[purpose] ?? []
        await audit(db, caller, 'keys.rotate', `keys/${purpose}`, 'done', { keys })
        const next =
          purpose === 'vault' || purpose === 'portal'
            ? '\nrestart every process, so that all of them know it; then: npm run tollgate -- keys rewrap'
            : ''
        return { value: { purpose, keys }, text: `${purpose}: ${keys.join(', ')}${next}` }
      })
    }),
})

const rewrap = deskCommand({
  name: 'keys rewrap',
  description: "move stored cards, secrets and people's one-time codes to the current keys",
  ...one('administrator', 'secrets move to a key that two people agreed to'),
  isBesideDatabase: true,
  input: z.strictObject({}),
  takes: [],
  examples: [{}],
  carryOut: (_, caller) =>
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
      await audit(db, caller, 'vault.rewrap', 'vault', 'done', done)
      const unreadable = done.unreadable.length
      const text = `${String(done.rewrapped)} moved, ${String(unreadable)} unreadable`
      return { value: done, text, needsLook: unreadable > 0 }
    }),
})

const retireKey = deskCommand({
  name: 'keys retire',
  description: 'end an old key for good, once another person has agreed and nothing needs it',
  ...two('administrator', 'what was sealed under the key is lost for good'),
  isBesideDatabase: true,
  input: z.strictObject({
    purpose: oneOf(endingPurposes, 'purpose', 'which of them'),
    keyId: text('keyId', 'as `keys list` names it'),
    reason: reasonForTwo,
  }),
  takes: ['purpose', 'keyId'],
  examples: [{ purpose: 'vault', keyId: 'kqzmxwpfhabn', reason: 'a year old' }],
  carryOut: ({ purpose, keyId, reason }, caller) =>
    withConnections(async (parts) => {
      const { keysFile } = readConfig(process.env, 'cli')
      const since = supersededAt(keysFile, purpose, keyId)
      if (!since) throw new CommandFailure(`${keyId} is in use: rotate first`)
      const need = await needOf(parts, purpose, keyId, since)
      if (need !== undefined) throw new CommandFailure(`${keyId} is needed: ${need}`)
      const order = { name: 'keys', action: 'retire', purpose, keyId } as const
      return onceAgreed(parts.db, order, { ...caller, reason }, async () => {
        await retire(keysFile, purpose, keyId)
        await audit(parts.db, caller, 'keys.retire', `keys/${purpose}`, 'done', { keyId })
        const next = 'restart every process, so that none holds it any more'
        return { value: { purpose, keyId, retired: true }, text: `${keyId} is retired; ${next}` }
      })
    }),
})

/** The key ring, beside the files and the database that it opens. */
export const keyCommands: readonly DeskCommand[] = [rotateKey, rewrap, retireKey]

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

/** Why the key cannot go yet. */
async function needOf(
  { vaultDb, temporal }: Connections,
  of: EndingPurpose,
  keyId: string,
  since: Date,
): Promise<string | undefined> {
  if (of === 'vault') {
    const left = await countUnder(vaultDb, keyId)
    return left === 0 ? undefined : `${counted(left, 'secret')} under it, keys rewrap moves them`
  }
  if (of === 'payload') {
    const query = `StartTime <= "${since.toISOString()}"`
    const { count } = await (await temporal()).workflow.count(query)
    return count === 0
      ? undefined
      : `${counted(count, 'history', 'histories')} from before the next`
  }
  const until = since.getTime() + SHORT_LIVED_MS
  return Date.now() > until ? undefined : `until ${new Date(until).toISOString()}`
}
