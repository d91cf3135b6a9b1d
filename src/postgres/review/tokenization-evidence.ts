import type { TokenizationEvidence } from '../../domain/tokenization/check-tokenization.ts'
import type { Db } from '../db.ts'
import { many, statement } from '../db.ts'

const PAGE = 200

/** What is written down about tokenizations, a page at a time, each page as of one moment. */
export async function* readTokenizationEvidence(
  db: Db,
  tokenizerId?: string,
): AsyncGenerator<TokenizationEvidence[], void, undefined> {
  if (tokenizerId !== undefined) {
    yield many<TokenizationEvidence>(db, EVIDENCE_OF_ONE, [tokenizerId])
    return
  }
  for (let after = ''; ;) {
    const page = await many<TokenizationEvidence>(db, EVIDENCE, [after, PAGE])
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.tokenizerId
  }
}

const EVIDENCE_COLUMNS = `
  select t.tokenizer_id as "tokenizerId",
    jsonb_build_object('version', t.version, 'status', t.status, 'phase', t.phase,
      'kind', t.kind, 'tokenId', t.token_id, 'state', t.state) as row,
    (select coalesce(jsonb_agg(jsonb_build_object('version', j.version,
              'at', round(extract(epoch from j.at) * 1000), 'events', j.events)
              order by j.version), '[]')
       from journal j where j.owner_id = t.tokenizer_id) as journal,
    (select jsonb_build_object('type', c.type, 'status', c.status)
       from card_token c where c.merchant_id = t.merchant_id and c.token_id = t.token_id) as token
    from tokenization t`

const EVIDENCE = statement(
  'tokenization_evidence',
  `${EVIDENCE_COLUMNS} where t.tokenizer_id > $1 order by t.tokenizer_id limit $2`,
)
const EVIDENCE_OF_ONE = statement(
  'tokenization_evidence_of_one',
  `${EVIDENCE_COLUMNS} where t.tokenizer_id = $1`,
)
