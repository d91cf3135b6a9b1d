import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import type { ActorReads } from './actor-reads.ts'
import { createActorReads } from './actor-reads.ts'
import type { Changes } from './changes.ts'
import type { Db } from './db.ts'

export type TokenizationReads = ActorReads<Tokenization>

/** What everybody reads of tokenizations; reads never ask the workflow. */
export const createTokenizationReads = (db: Db, changes: Changes): TokenizationReads =>
  createActorReads<Tokenization>(db, changes, { table: 'tokenization', idColumn: 'tokenizer_id' })
