import { userInfo } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import type { OperatorRole } from '../../postgres/operators.ts'
import {
  disableOperator,
  giveToken,
  listOperators,
  operatorRoles,
  saveOperator,
} from '../../postgres/operators.ts'
import { audit } from '../audit.ts'
import { CommandFailure } from '../exit.ts'
import { examples, print } from '../print.ts'
import { table } from '../table.ts'
import { withConnections } from '../with-connections.ts'

const BESIDE = 'runs beside the database, under the account of this machine'

/** `operators …`: who may come in, and as what. */
export function operatorsCommand(): Command {
  const command = new Command('operators').description('people with a token of their own')

  command
    .command('add')
    .description(`a new operator, or another role and one more token; ${BESIDE}`)
    .argument('<name>', 'lower-case letters, digits, . _ @ -', operatorName)
    .option('--role <role>', operatorRoles.join(', '), operatorRole, 'operator')
    .option('--days <days>', 'how long the token is good', Number, 90)
    .addHelpText('after', examples('operators add anna --role approver --days 30'))
    .action((name: string, { role, days, json }: Adding) =>
      withConnections(async ({ db }) => {
        if (!(days > 0 && days <= 366)) throw new InvalidArgumentError('days: 1 to 366')
        await saveOperator(db, { name, role }, account())
        const token = await giveToken(db, name, days)
        await audit(db, account(), 'operators.add', name, 'done', { role, days })
        const shown = `${name} is ${role}. The token, shown this once:\n${token}`
        print({ name, role, token }, shown, json)
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
    .description(`ends every token and session of an operator at once; ${BESIDE}`)
    .argument('<name>', 'who', operatorName)
    .addHelpText('after', examples('operators disable anna'))
    .action((name: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        if (!(await disableOperator(db, name))) throw new CommandFailure(`no operator ${name}`)
        await audit(db, account(), 'operators.disable', name)
        print({ name, disabled: true }, `${name} is disabled`, json)
      }),
    )
  return command
}

interface Adding {
  role: OperatorRole
  days: number
  json?: boolean
}

/** A container may run as a number that has no name. */
function account(): string {
  try {
    return `account/${userInfo().username}`
  } catch {
    return `account/${process.env.USER ?? 'unknown'}`
  }
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
