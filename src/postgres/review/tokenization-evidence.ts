import type { TokenizationEvidence } from '../../domain/tokenization/check-tokenization.ts'
import type { Db } from '../db.ts'
import { journalOf, pagesBy, readPages } from './evidence-pages.ts'

/** What is written down about tokenizations. */
export const readTokenizationEvidence = (
  db: Db,
  tokenizerId?: string,
): AsyncGenerator<TokenizationEvidence[]> =>
  readPages<TokenizationEvidence>(db, EVIDENCE, ({ tokenizerId: id }) => id, tokenizerId)

const EVIDENCE_COLUMNS = `
  select t.tokenizer_id as "tokenizerId", t.purged_at is not null as "isPurged",
    jsonb_build_object('version', t.version, 'status', t.status, 'phase', t.phase,
      'kind', t.kind, 'tokenId', t.token_id, 'state', t.state) as row,
    ${journalOf('t.tokenizer_id')},
    (select jsonb_build_object('type', c.type, 'status', c.status)
       from card_token c where c.merchant_id = t.merchant_id and c.token_id = t.token_id) as token
    from tokenization t`

const EVIDENCE = pagesBy('tokenization_evidence', EVIDENCE_COLUMNS, 't.tokenizer_id')
