import type { Db } from '../../postgres/db.ts'
import { idsLike } from '../../postgres/review/payment-file.ts'
import { CommandFailure } from '../failure.ts'

/** The id of the one payment whose id begins so; as it is when there is none. */
export async function wholePaymentId(db: Db, given: string): Promise<string> {
  const [only, other] = await idsLike(db, given)
  if (other !== undefined)
    throw new CommandFailure(`${given} is the beginning of several payments: ${only}, ${other}, …`)
  return only ?? given
}
