import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../../config.ts'
import { isPersonName, portalRoles } from '../../domain/portal-role.ts'
import type { PortalRole } from '../../domain/portal-role.ts'
import { hashOfFirstHalf, randomSecret } from '../../postgres/hash-of-secret.ts'
import { listPeople } from '../../postgres/portal/people.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import type { Common } from './change-merchant.ts'
import { reasonOption } from './change-merchant.ts'
import { requestMerchantInstruction } from './merchant-instructions.ts'
import { withMerchants } from './with-merchants.ts'

interface Inviting extends Common {
  name: string
  role: PortalRole
}

const BEGINNING =
  'The beginning of the link, shown this once. Whoever agrees is shown its end; only the person gets both, and puts one behind the other:'

/** `portal …`: the people of merchants. The first is invited here, the others by its owners. */
export function portalCommand(): Command {
  const command = new Command('portal').description("merchants' people on the portal")

  command
    .command('invite')
    .description(
      'a link that is good once, to come in, or to come in again; another person has to agree',
    )
    .argument('<merchantId>')
    .requiredOption(
      '--name <name>',
      'as they sign in: lower-case letters, digits, . _ @ + -',
      personName,
    )
    .option('--role <role>', `of somebody new: ${portalRoles.join(', ')}`, portalRole, 'owner')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('portal invite 10000001 --name anna@shop.eu --reason 4711'))
    .action((merchantId: string, { name, role, ...options }: Inviting) =>
      withMerchants(async (parts) => {
        if ((await parts.merchants.find(merchantId))?.kind !== 'merchant')
          throw new CommandFailure(`no merchant ${merchantId}`)
        const known = (await listPeople(parts.db, merchantId)).find((one) => one.name === name)
        const first = randomSecret()
        const firstHalf = `${readConfig(process.env, 'cli').portal.url}/portal/join/${first}`
        await requestMerchantInstruction(
          parts,
          {
            ...{ name: 'invite', merchantId, person: name },
            // Somebody who is there gets a new link and keeps the role.
            ...{ role: known?.role ?? role, again: known !== undefined },
            firstHash: hashOfFirstHalf(first),
          },
          options,
          { firstHalf, says: BEGINNING },
        )
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

function personName(text: string): string {
  if (isPersonName(text)) return text
  throw new InvalidArgumentError('lower-case letters, digits, . _ @ + -')
}

function portalRole(text: string): PortalRole {
  const found = portalRoles.find((role) => role === text)
  if (!found) throw new InvalidArgumentError(`one of ${portalRoles.join(', ')}`)
  return found
}
