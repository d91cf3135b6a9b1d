import type { DisputeEvidence } from '../../domain/dispute/check-dispute.ts'
import type { Db } from '../db.ts'
import { journalOf, pagesBy, readPages } from './evidence-pages.ts'

/** What is written down about disputes. */
export const readDisputeEvidence = (
  db: Db,
  disputeId?: string,
): AsyncGenerator<DisputeEvidence[]> =>
  readPages<DisputeEvidence>(db, EVIDENCE, ({ disputeId: id }) => id, disputeId)

const EVIDENCE_COLUMNS = `
  select d.dispute_id as "disputeId",
    jsonb_build_object('version', d.version, 'status', d.status,
      'withdrawnMinor', d.withdrawn_minor, 'state', d.state) as row,
    ${journalOf('d.dispute_id')},
    (select coalesce(jsonb_agg(jsonb_build_object('version', b.version, 'account', b.account,
              'currency', b.currency, 'amountMinor', b.amount_minor)
              order by b.version, b.position), '[]')
       from posting b where b.owner_id = d.dispute_id) as postings
    from dispute d`

const EVIDENCE = pagesBy('dispute_evidence', EVIDENCE_COLUMNS, 'd.dispute_id')
