import type { Db } from './db.ts'
import { one, statement } from './db.ts'

const CLAIM = statement(
  'claim_wallet_message',
  `insert into wallet_message (replay_id, owner_id) values ($1, $2)
   on conflict (replay_id) do update set owner_id = wallet_message.owner_id returning owner_id`,
)

/** A wallet's message pays once. The same payment asking again is a re-run, not a replay. */
export async function claimWalletMessage(
  db: Db,
  replayId: string,
  ownerId: string,
): Promise<boolean> {
  const row = await one<{ owner_id: string }>(db, CLAIM, [replayId, ownerId])
  return row.owner_id === ownerId
}
