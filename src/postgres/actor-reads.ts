import type { CommandOutcome } from '../domain/actor/decision.ts'
import type { Changes, Handed, News } from './changes.ts'
import { createBatchedReads } from './batched-reads.ts'
import { createJointWaits } from './joint-waits.ts'
import type { Db, Statement } from './db.ts'
import { many, maybeOne, statement } from './db.ts'

/** A command's end as it was committed, with the payment or tokenization as it stands now. */
export interface CommandEnd<S> {
  outcome: CommandOutcome
  bodyHash: string | undefined
  state: S | undefined
}

/** What is read alike of payments and tokenizations. */
export interface ActorReads<S> {
  find(id: string): Promise<S | undefined>
  findByLink(linkId: string): Promise<S | undefined>
  findByServerTransId(serverTransId: string): Promise<S | undefined>
  /** As it stands once a version above this one was committed; nothing when the time is up. */
  waitForNewer(
    id: string,
    version: number,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<S | undefined>
  commandEnd(id: string, messageId: string): Promise<CommandEnd<S> | undefined>
  waitForCommandEnd(
    id: string,
    messageId: string,
    timeoutMs: number,
    options?: { justSent: boolean },
  ): Promise<CommandEnd<S> | undefined>
  /**
   * Of a command that must not happen after a moment: what it came to, or that it never will, by the
   * database's own clock and with what is being committed awaited.
   */
  endOrNever(
    id: string,
    messageId: string,
    notAfter: number,
  ): Promise<CommandEnd<S> | 'never' | 'unknown'>
  /** The names of the deadlines that came since that version. */
  dueSince(id: string, version: number): Promise<string[]>
}

interface Table {
  table: 'payment' | 'tokenization' | 'dispute'
  idColumn: 'payment_id' | 'tokenizer_id' | 'dispute_id'
}

export function createActorReads<S>(db: Db, changes: Changes, of: Table): ActorReads<S> {
  const sql = statements(of)
  const waiters = createJointWaits<S>()
  const commandEnd = async (id: string, messageId: string): Promise<CommandEnd<S> | undefined> => {
    const row = await maybeOne<{
      outcome: CommandOutcome
      bodyHash: string | null
      state: S | null
    }>(db, sql.commandEnd, [id, messageId])
    if (!row) return undefined
    const { outcome, bodyHash, state } = row
    return { outcome, bodyHash: bodyHash ?? undefined, state: state ?? undefined }
  }
  const read = async (text: Statement, id: string): Promise<S | undefined> =>
    (await maybeOne<{ state: S }>(db, text, [id]))?.state
  const readNewer = createBatchedReads(async (keys: string[]): Promise<[string, S][]> => {
    const rows = await many<{ key: string; state: S }>(db, sql.findNewer, [keys])
    return rows.map(({ key, state }) => [key, state])
  })
  return {
    find: (id) => read(sql.find, id),
    findByLink: (linkId) => read(sql.findByLink, linkId),
    findByServerTransId: (id) => read(sql.findByServerTransId, id),
    waitForNewer: (id, version, timeoutMs, signal) => {
      const key = `${id}/${String(version)}`
      return waiters.join(key, { timeoutMs, signal }, (ms, nobody) =>
        changes.until(id, () => readNewer(key), ms, {
          handed: (news) => (news.version > version ? { found: news.state as S } : 'not yet'),
          signal: nobody,
        }),
      )
    },
    commandEnd,
    waitForCommandEnd: (id, messageId, timeoutMs, options) =>
      changes.until(id, () => commandEnd(id, messageId), timeoutMs, {
        ...options,
        handed: (news) => endIn(news, messageId),
      }),
    endOrNever: async (id, messageId, notAfter) => {
      const row = await maybeOne<{ isOver: boolean }>(db, IS_OVER, [messageId, new Date(notAfter)])
      return (await commandEnd(id, messageId)) ?? (row?.isOver === true ? 'never' : 'unknown')
    },
    dueSince: async (id, version) => {
      const rows = await many<{ name: string }>(db, DUE_SINCE, [id, version])
      return rows.map((row) => row.name)
    },
  }
}

const endIn = <S>(news: News, messageId: string): Handed<CommandEnd<S>> => {
  const { outcome, bodyHash, state } = news
  return news.messageId === messageId
    ? { found: { outcome, bodyHash, state: state as S | undefined } }
    : 'look'
}

function statements({ table, idColumn }: Table) {
  const readable = '(readable_until is null or readable_until > now())'
  return {
    find: statement(
      `find_${table}`,
      `select state from ${table} where ${idColumn} = $1 and ${readable}`,
    ),
    findByLink: statement(
      `find_${table}_by_link`,
      `select state from ${table} where link_id = $1 and ${readable}`,
    ),
    findByServerTransId: statement(
      `find_${table}_by_server_trans`,
      `select state from ${table} where server_trans_id = $1`,
    ),
    // Of each key, which is the id and the version that is known already.
    findNewer: statement(
      `find_newer_${table}`,
      `select known.key, state
         from unnest($1::text[]) known(key)
         join ${table} on ${idColumn} = split_part(known.key, '/', 1)
          and version > split_part(known.key, '/', 2)::int and ${readable}`,
    ),
    commandEnd: statement(
      `${table}_command_end`,
      `select j.outcome, j.body_hash as "bodyHash", p.state
         from journal j left join ${table} p on p.${idColumn} = j.owner_id
        where j.owner_id = $1 and j.message_id = $2`,
    ),
  }
}

const IS_OVER = statement('is_over', 'select is_over($1, $2) as "isOver"')

const DUE_SINCE = statement(
  'due_since',
  `select split_part(message_id, '/', 2) as name from journal
    where owner_id = $1 and version > $2 and message_id like 'due/%' order by version`,
)
