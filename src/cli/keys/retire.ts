import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { retire, supersededAt } from '../../vault/key-ring.ts'
import type { EndingPurpose } from '../../vault/new-keys.ts'
import { endingPurposes } from '../../vault/new-keys.ts'
import { countUnder } from '../../vault/rewrap-secrets.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { reasonOption } from '../merchants/change-merchant.ts'
import { isAgreedTo } from '../operators/installation-instructions.ts'
import type { Asking } from '../merchants/merchant-instructions.ts'
import { counted, examples, print } from '../print.ts'
import type { Connections } from '../with-connections.ts'
import { withConnections } from '../with-connections.ts'

/** Longer than any token that was signed, or form that was encrypted, is good. */
const SHORT_LIVED_MS = 24 * 3_600_000

/** `keys retire`: an old key ends, unless something still needs it. */
export const retireCommand = (): Command =>
  new Command('retire')
    .description('end an old key for good, once another person has agreed and nothing needs it')
    .argument('<purpose>', endingPurposes.join(', '), purpose)
    .argument('<keyId>', 'as `keys list` names it')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('keys retire vault kqzmxwpfhabn --reason "a year old"'))
    .action((of: EndingPurpose, keyId: string, options: Asking) =>
      withConnections(async (parts) => {
        const { keysFile } = readConfig(process.env, 'cli')
        const since = supersededAt(keysFile, of, keyId)
        if (!since) throw new CommandFailure(`${keyId} is in use: rotate first`)
        const need = await needOf(parts, of, keyId, since)
        if (need !== undefined) throw new CommandFailure(`${keyId} is needed: ${need}`)
        const order = { name: 'keys', action: 'retire', purpose: of, keyId } as const
        if (!(await isAgreedTo(parts.db, order, options))) return
        await retire(keysFile, of, keyId)
        await audit(parts.db, options.by, 'keys.retire', `keys/${of}`, 'done', { keyId })
        const next = 'restart every process, so that none holds it any more'
        print({ purpose: of, keyId, retired: true }, `${keyId} is retired; ${next}`, options.json)
      }),
    )

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

function purpose(text: string): EndingPurpose {
  const found = endingPurposes.find((one) => one === text)
  if (!found) throw new InvalidArgumentError(`one of ${endingPurposes.join(', ')}`)
  return found
}
