import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { isPersonName, portalRoles } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { createPeople, listPeople } from '../../postgres/portal/people.ts'
import type { People } from '../../postgres/portal/people.ts'
import type { MerchantAct } from '../../postgres/self-service/merchant-audit.ts'
import { createKeyWrapper } from '../../vault/create-key-wrapper.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { randomId } from '../../vault/random-id.ts'
import { byOption } from '../by-option.ts'
import { originOf } from '../command-context.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { withMerchants } from './with-merchants.ts'

interface Inviting {
  name: string
  role: PortalRole
  by: string
  json?: boolean
}

/** `portal …`: the people of merchants. The first is invited here, the others by its owners. */
export function portalCommand(): Command {
  const command = new Command('portal').description("merchants' people on the portal")

  command
    .command('invite')
    .description(
      'a link that is good once: to come in, or to come in again without the old password',
    )
    .argument('<merchantId>')
    .requiredOption(
      '--name <name>',
      'as they sign in: lower-case letters, digits, . _ @ + -',
      personName,
    )
    .option('--role <role>', `of somebody new: ${portalRoles.join(', ')}`, portalRole, 'owner')
    .addOption(byOption())
    .addHelpText('after', examples('portal invite 10000001 --name anna@shop.eu --role owner'))
    .action((merchantId: string, { name, role, by, json }: Inviting) =>
      withMerchants(async ({ db, merchants }) => {
        if ((await merchants.find(merchantId))?.kind !== 'merchant')
          throw new CommandFailure(`no merchant ${merchantId}`)
        const config = readConfig(process.env, 'cli')
        const envelope = createEnvelope(createKeyWrapper(loadKeyRing(config.keysFile)))
        const act = { merchantId, actor: by, origin: originOf() }
        const invited = await inviteOrAgain(createPeople(db, envelope), { name, role }, act)
        const link = `${config.portal.url}/portal/join/${invited.token}`
        const text = `${name} is ${invited.role} of ${merchantId}. The link, shown this once, good once for three days:\n${link}`
        print({ merchantId, name, role: invited.role, link }, text, json)
      }),
    )

  command
    .command('list')
    .description('the people of a merchant')
    .argument('<merchantId>')
    .addHelpText('after', examples('portal list 10000001'))
    .action((merchantId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const people = await listPeople(db, merchantId)
        const rows = people.map(({ name, role, createdAt, joinedAt, disabledAt }) => [
          ...[name, role, createdAt, joinedAt, disabledAt],
        ])
        print(people, table(['name', 'role', 'invited', 'joined', 'disabled'], rows), json)
      }),
    )
  return command
}

/** Somebody who is there gets a new link and keeps the role. */
async function inviteOrAgain(
  people: People,
  { name, role }: { name: string; role: PortalRole },
  act: MerchantAct,
): Promise<{ token: string; role: PortalRole }> {
  const personId = randomId()
  const token = await people.invite({ personId, name, role }, act)
  if (token !== undefined) return { token, role }
  const known = (await people.list(act.merchantId)).find((one) => one.name === name)
  const again = known && (await people.inviteAgain(known.personId, act))
  if (!known || again === undefined) throw new CommandFailure(`${name} cannot be invited`)
  return { token: again, role: known.role }
}

function personName(text: string): string {
  if (isPersonName(text)) return text
  throw new InvalidArgumentError('lower-case letters, digits, . _ @ + -')
}

function portalRole(text: string): PortalRole {
  const found = portalRoles.find((role) => role === text)
  if (!found) throw new InvalidArgumentError(`one of ${portalRoles.join(', ')}`)
  return found
}
