import { z } from 'zod'
import { readConfig } from '../../settings/config.ts'
import { isPersonName, portalRoles } from '../../domain/portal-role.ts'
import { hashOfFirstHalf, randomSecret } from '../../postgres/hash-of-secret.ts'
import { listPeople } from '../../postgres/portal/people.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, two } from '../command.ts'
import { CommandFailure } from '../failure.ts'
import { merchantId, oneOf, reasonForTwo, text } from '../fields.ts'
import { requestMerchantInstruction } from './change-merchant.ts'
import { withMerchants } from './with-merchants.ts'

const SPELLING = 'lower-case letters, digits, . _ @ + -'
const BEGINNING =
  'The beginning of the link, shown this once. Whoever agrees is shown its end; only the person gets both, and puts one behind the other:'

/** The people of merchants: the first is invited here, the others by its owners. */
const invite = deskCommand({
  name: 'portal invite',
  description:
    'a link that is good once, to come in, or to come in again; another person has to agree',
  ...two('administrator', 'whoever comes in can refund, or make keys that can'),
  input: z.strictObject({
    merchantId,
    name: text('name', `as they sign in: ${SPELLING}`).refine(isPersonName, SPELLING),
    role: oneOf(portalRoles, 'role', 'of somebody new').default('owner'),
    reason: reasonForTwo,
  }),
  takes: ['merchantId'],
  examples: [{ merchantId: '10000001', name: 'anna@shop.eu', reason: '4711' }],
  carryOut: ({ merchantId: id, name: person, role, reason }, caller) =>
    withMerchants(async ({ db, merchants }) => {
      if ((await merchants.find(id))?.kind !== 'merchant')
        throw new CommandFailure(`no merchant ${id}`)
      const known = (await listPeople(db, id)).find((one) => one.name === person)
      const first = randomSecret()
      const firstHalf = `${readConfig(process.env, 'cli').portal.url}/portal/join/${first}`
      const command = {
        name: 'invite',
        merchantId: id,
        person,
        // Somebody who is there gets a new link and keeps the role.
        role: known?.role ?? role,
        again: known !== undefined,
        firstHash: hashOfFirstHalf(first),
      } as const
      const shown = { firstHalf, says: BEGINNING }
      return requestMerchantInstruction(db, command, { ...caller, reason }, shown)
    }),
})

export const portalCommands: readonly DeskCommand[] = [invite]
