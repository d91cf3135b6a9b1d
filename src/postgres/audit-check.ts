import type { Finding } from '../domain/finding.ts'
import type { Db } from './db.ts'
import { many, statement } from './db.ts'

/**
 * Reckons the whole chain of the operator audit again, without the function that wrote it. A line that
 * was changed, taken out or put in shows here, unless every line after it was written anew too:
 * compare the newest hash with one that was kept elsewhere.
 */
export async function checkAudit(db: Db): Promise<Finding[]> {
  const broken = await many<{ sequence: number; expected: string; found: string }>(db, BROKEN)
  return broken.map(({ sequence, expected, found }) => ({
    check: 'audit',
    id: String(sequence),
    expected,
    found,
  }))
}

const BROKEN = statement(
  'audit_check',
  `select sequence::int as sequence, expected, found from (
     select sequence, encode(hash, 'hex') as found,
            row_number() over (order by sequence) as place,
            encode(sha256(convert_to(jsonb_build_array(
              encode(lag(hash) over (order by sequence), 'hex'), sequence,
              extract(epoch from at), operator, action, subject, origin, outcome,
              detail)::text, 'UTF8')), 'hex') as expected
       from operator_audit) line
    where expected <> found or place <> sequence
    order by sequence limit 100`,
)
