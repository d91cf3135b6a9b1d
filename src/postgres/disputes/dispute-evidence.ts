import type { Envelope } from '../self-service/sealed-secret.ts'
import type { Db } from '../db.ts'
import { execute, many, statement } from '../db.ts'

/** The contents of what merchants put forward in disputes, sealed to their merchant. */
export interface EvidenceStore {
  keep(item: { ref: string; disputeId: string; merchantId: string }, content: Buffer): Promise<void>
  /** By their names; what is not there any more is absent. */
  openAll(merchantId: string, refs: readonly string[]): Promise<Map<string, Buffer>>
}

interface Row {
  ref: string
  key_id: string
  wrapped_key: Buffer
  ciphertext: Buffer
}

const KEEP = statement(
  'keep_dispute_evidence',
  `insert into dispute_evidence (ref, dispute_id, merchant_id, key_id, wrapped_key, ciphertext)
   values ($1, $2, $3, $4, $5, $6)`,
)
const OPEN = statement(
  'open_dispute_evidence',
  `select ref, key_id, wrapped_key, ciphertext from dispute_evidence
    where merchant_id = $1 and ref = any($2)`,
)
const ERASE_ORPHANS = statement(
  'erase_orphaned_dispute_evidence',
  `delete from dispute_evidence e using dispute d
    where d.dispute_id = e.dispute_id and e.created_at < now() - $1::bigint * interval '1 millisecond'
      and (d.readable_until < now()
           or not d.state -> 'evidence' @> jsonb_build_array(jsonb_build_object('ref', e.ref)))`,
)

/**
 * What was kept and never put forward, such as by a process that died in between, and what nobody can
 * read any more because its dispute has long ended.
 */
export const eraseOrphanedEvidence = (db: Db, olderThanMs: number): Promise<number> =>
  execute(db, ERASE_ORPHANS, [olderThanMs])

export function createEvidenceStore(db: Db, envelope: Envelope): EvidenceStore {
  const openAll = async (merchantId: string, refs: readonly string[]) => {
    const rows = refs.length === 0 ? [] : await many<Row>(db, OPEN, [merchantId, refs])
    const opened = await Promise.all(
      rows.map(async ({ ref, key_id: keyId, wrapped_key: wrappedKey, ciphertext }) => {
        const sealed = { keyId, wrappedKey, ciphertext }
        return [ref, await envelope.open(sealed, { merchantId, recordId: ref })] as const
      }),
    )
    return new Map(opened)
  }
  return {
    keep: async ({ ref, disputeId, merchantId }, content) => {
      const sealed = await envelope.seal(content, { merchantId, recordId: ref })
      const { keyId, wrappedKey, ciphertext } = sealed
      await execute(db, KEEP, [ref, disputeId, merchantId, keyId, wrappedKey, ciphertext])
    },
    openAll,
  }
}
