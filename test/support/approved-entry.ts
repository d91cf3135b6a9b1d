import { approve, requestApproval } from '../../src/postgres/approvals.ts'
import type { DbPool } from '../../src/postgres/db.ts'
import { bookOperatorEntry } from '../../src/postgres/operator-entries.ts'
import type { EntryOutcome, OperatorEntry } from '../../src/postgres/operator-entries.ts'
import { saveOperator } from '../../src/postgres/operators.ts'
import { randomId } from '../../src/vault/random-id.ts'

/** Books a movement as operators do: one asks, another agrees. */
export async function approvedEntry(
  pool: DbPool,
  entry: Omit<OperatorEntry, 'approvalId'>,
): Promise<EntryOutcome> {
  const { kind: name, actor, reason, merchantId, currency, amountMinor, reference } = entry
  const id = randomId()
  const other = `${actor}-agreed`
  for (const one of [actor, other])
    await saveOperator(pool, { name: one, role: 'approver' }, 'test')
  const command = { name, merchantId, currency, amountMinor, reference }
  await requestApproval(pool, { id, merchantId, command, reason, requestedBy: actor })
  await approve(pool, id, other)
  return bookOperatorEntry(pool, { ...entry, approvalId: id })
}
