import { Command, InvalidArgumentError } from 'commander'
import type { Db } from '../../postgres/db.ts'
import { hashOfFirstHalf } from '../../postgres/hash-of-secret.ts'
import { present } from '../../domain/present.ts'
import type { Identity, Operator, OperatorRole } from '../../postgres/operators.ts'
import {
  disableOperator,
  giveToken,
  isFounding,
  listOperators,
  newToken,
  operatorRoles,
  saveOperator,
} from '../../postgres/operators.ts'
import { audit } from '../audit.ts'
import { byOption } from '../by-option.ts'
import { CommandFailure } from '../exit.ts'
import { machineAccount } from '../machine-account.ts'
import { reasonOption } from '../merchants/change-merchant.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'
import { requestInstallationInstruction } from './installation-instructions.ts'
import type { Asking } from '../merchants/merchant-instructions.ts'

const BESIDE = 'runs beside the database'
const BEGINNING =
  'The beginning of the token, shown this once. Whoever agrees is shown its end; only the operator gets both, and puts one behind the other:'

/** `operators …`: who may come in, and as what. */
export function operatorsCommand(): Command {
  const command = new Command('operators').description('people with a token of their own')

  command
    .command('add')
    .description(
      `a new operator, or another role and one more token, if another one agrees; ${BESIDE}`,
    )
    .argument('<name>', 'lower-case letters, digits, . _ @ -', operatorName)
    .option('--role <role>', operatorRoles.join(', '), operatorRole, 'operator')
    .option('--days <days>', 'how long the token is good', Number, 90)
    .option('--issuer <url>', "of your organization's own provider, with --subject")
    .option('--subject <sub>', 'who they are there, so that they are one person under both names')
    .addOption(reasonOption())
    .addOption(byOption())
    .addHelpText('after', examples('operators add ola --role approver --days 30 --reason "new"'))
    .action((name: string, { role, days, issuer, subject, ...options }: Adding) =>
      withConnections(async ({ db }) => {
        if (!(days > 0 && days <= 366)) throw new InvalidArgumentError('days: 1 to 366')
        const identity = identityOf(issuer, subject)
        if (await isFounding(db)) return addFirst(db, { name, role, days, identity }, options)
        const firstHalf = newToken()
        const firstHash = hashOfFirstHalf(firstHalf)
        return requestInstallationInstruction(
          db,
          { name: 'operator', operator: name, role, days, firstHash, ...present({ identity }) },
          options,
          { firstHalf, says: BEGINNING },
        )
      }),
    )

  command
    .command('list')
    .description('everybody, with role and the end of the last token')
    .addHelpText('after', examples('operators list'))
    .action(({ json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const all = await listOperators(db)
        const rows = all.map(({ name, role, createdBy, disabledAt, tokenUntil }) => [
          ...[name, role, createdBy, tokenUntil, disabledAt],
        ])
        print(all, table(['name', 'role', 'made by', 'token until', 'disabled'], rows), json)
      }),
    )

  command
    .command('disable')
    .description(
      `ends every token and session of an operator at once; ${BESIDE}, under the account of this machine`,
    )
    .argument('<name>', 'who', operatorName)
    .addHelpText('after', examples('operators disable anna'))
    .action((name: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        if (!(await disableOperator(db, name))) throw new CommandFailure(`no operator ${name}`)
        await audit(db, machineAccount(), 'operators.disable', `operator/${name}`)
        print({ name, disabled: true }, `${name} is disabled`, json)
      }),
    )
  return command
}

interface Adding extends Asking {
  role: OperatorRole
  days: number
  issuer?: string
  subject?: string
}

function identityOf(issuer?: string, subject?: string): Identity | undefined {
  if (issuer === undefined && subject === undefined) return undefined
  if (issuer !== undefined && subject !== undefined) return { issuer, subject }
  throw new InvalidArgumentError('--issuer and --subject belong together')
}

/** Until there are two who can ask each other, the account of the machine is asked for nothing. */
async function addFirst(
  db: Db,
  { name, role, days, identity }: Operator & { days: number; identity: Identity | undefined },
  { by, json }: Asking,
): Promise<void> {
  await saveOperator(db, { name, role }, by, identity)
  const token = await giveToken(db, name, days)
  await audit(db, by, 'operators.add', `operator/${name}`, 'done', { role, days })
  print({ name, role, token }, `${name} is ${role}. The token, shown this once:\n${token}`, json)
}

function operatorName(text: string): string {
  if (/^[a-z0-9][a-z0-9._@-]{0,63}$/.test(text)) return text
  throw new InvalidArgumentError('lower-case letters, digits, . _ @ -')
}

function operatorRole(text: string): OperatorRole {
  const found = operatorRoles.find((role) => role === text)
  if (!found) throw new InvalidArgumentError(`one of ${operatorRoles.join(', ')}`)
  return found
}
