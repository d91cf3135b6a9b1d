import { readConfig } from '../../settings/config.ts'
import type { Invitation } from '../../postgres/approvals.ts'
import type { DbPool } from '../../postgres/db.ts'
import { createPeople, listPeople } from '../../postgres/portal/people.ts'
import { createKeyWrapper } from '../../vault/create-key-wrapper.ts'
import { createEnvelope } from '../../vault/envelope.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import { randomId } from '../../vault/random-id.ts'
import type { Caller } from '../command.ts'
import { CommandFailure } from '../failure.ts'

/** What another person agreed to, unless the people of the merchant are others since. */
export async function carryOutInvitation(
  db: DbPool,
  { merchantId, person, role, again, firstHash }: Invitation,
  { by: actor, origin }: Caller,
): Promise<{ value: object; text: string }> {
  const { keysFile } = readConfig(process.env, 'cli')
  const people = createPeople(db, createEnvelope(createKeyWrapper(loadKeyRing(keysFile))))
  const act = { merchantId, actor, origin }
  const known = (await listPeople(db, merchantId)).find(({ name }) => name === person)
  if (known?.role !== (again ? role : undefined))
    throw new CommandFailure(`${person} is not what was agreed to any more: ask again`)
  const secondHalf = known
    ? await people.inviteAgain(known.personId, act, firstHash)
    : await people.invite({ personId: randomId(), name: person, role }, act, firstHash)
  if (secondHalf === undefined) throw new CommandFailure(`${person} cannot be invited`)
  return {
    value: { person, role, secondHalf: `.${secondHalf}` },
    text: `the end of the link of ${person}, shown this once; whoever asked has its beginning:\n.${secondHalf}`,
  }
}
