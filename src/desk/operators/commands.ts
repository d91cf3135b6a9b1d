import { z } from 'zod'
import { present } from '../../domain/present.ts'
import type { Db } from '../../postgres/db.ts'
import { hashOfFirstHalf } from '../../postgres/hash-of-secret.ts'
import type { Identity, Operator } from '../../postgres/operators.ts'
import {
  giveToken,
  isFounding,
  newToken,
  operatorRoles,
  saveOperator,
} from '../../postgres/operators.ts'
import { audit } from '../audit.ts'
import type { Answer, Caller, DeskCommand } from '../command.ts'
import { deskCommand, two } from '../command.ts'
import { wrongUsage } from '../failure.ts'
import { oneOf, reasonForTwo, text } from '../fields.ts'
import { requestInstruction } from '../payments/request-instruction.ts'
import { withConnections } from '../with-connections.ts'

const SPELLING = 'lower-case letters, digits, . _ @ -'
const BEGINNING =
  'The beginning of the token, shown this once. Whoever agrees is shown its end; only the operator gets both, and puts one behind the other:'

export const addOperator = deskCommand({
  name: 'operators add',
  description:
    'a new operator, or another role and one more token, if another one agrees; runs beside the database',
  ...two('administrator', 'whoever has two names agrees with himself'),
  isBesideDatabase: true,
  input: z.strictObject({
    name: text('name', SPELLING).regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/, SPELLING),
    role: oneOf(operatorRoles, 'role', 'what they may').default('operator'),
    days: z.number().gt(0).max(366).default(90).meta({ description: 'how long the token is good' }),
    issuer: text('url', "of your organization's own provider, with --subject").optional(),
    subject: text(
      'sub',
      'who they are there, so that they are one person under both names',
    ).optional(),
    reason: reasonForTwo,
  }),
  takes: ['name'],
  examples: [{ name: 'ola', role: 'approver', days: 30, reason: 'new' }],
  carryOut: ({ name, role, days, issuer, subject, reason }, caller) =>
    withConnections(async ({ db }) => {
      const identity = identityOf(issuer, subject)
      if (await isFounding(db)) return addFirst(db, { name, role, days, identity }, caller)
      const firstHalf = newToken()
      const firstHash = hashOfFirstHalf(firstHalf)
      const who = { operator: name, role, days, firstHash, ...present({ identity }) }
      const shown = { firstHalf, says: BEGINNING }
      const command = { name: 'operator', ...who } as const
      return requestInstruction(db, { command }, { ...caller, reason }, shown)
    }),
})

/** Who may come in, and as what. */
export const operatorCommands: readonly DeskCommand[] = [addOperator]

function identityOf(issuer?: string, subject?: string): Identity | undefined {
  if (issuer === undefined && subject === undefined) return undefined
  if (issuer !== undefined && subject !== undefined) return { issuer, subject }
  throw wrongUsage('--issuer and --subject belong together')
}

/** Until there are two who can ask each other, the account of the machine is asked for nothing. */
async function addFirst(
  db: Db,
  { name, role, days, identity }: Operator & { days: number; identity: Identity | undefined },
  caller: Caller,
): Promise<Answer> {
  await saveOperator(db, { name, role }, caller.by, identity)
  const token = await giveToken(db, name, days)
  await audit(db, caller, 'operators.add', `operator/${name}`, 'done', { role, days })
  return {
    value: { name, role, token },
    text: `${name} is ${role}. The token, shown this once:\n${token}`,
  }
}
