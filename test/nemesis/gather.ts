import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { World } from '../faults/world.ts'
import type { Json } from '../support/http.ts'
import { send } from '../support/http.ts'
import type { Balance, BookRow, Command, CommandName, End, Evidence, Note } from './evidence.ts'
import { subjectOf } from './evidence.ts'
import { disputedAtBank, endOfDispute, isUnderWay, listDisputes } from './gather-disputes.ts'
import { final, payerDoes, read } from './payer.ts'
import { groupBy, minor, readNote } from './rules/rule.ts'
import { untold } from './rules/notifications.ts'

const AT_ONCE = 40
/** Whatever is under way ends within it: inquiries, reversals and tries after a pause. */
const END_MS = 120_000
/** A notification that failed comes again after 5 s, 30 s, 2 min, 10 min: clocks are moved on. */
const ROUNDS = 8
const ROUND_SECONDS = 700
const ROUND_PAUSE_MS = 3_000
/**
 * What somebody gave up may still begin, and what was read may still move, long after a storm on a busy
 * machine: all of it is read until two readings are the same.
 */
const PASSES = 6

/** After the storm: lets everything come to its end, and collects what all sides then say. */
export async function gather(
  world: World,
  commands: Command[],
  say: (line: string) => void,
): Promise<Evidence> {
  const ends = new Map<string, End>()
  for (let pass = 1, isStill = false; pass <= PASSES && !isStill; pass += 1) {
    const found = await subjectsOf(world, commands)
    say(`${found.size} payments and cards are read to their end …`)
    const read = (await inTurns([...found], ([id, path]) => settle(world, path, id, say))).flat()
    isStill = read.every((end) => isDeepStrictEqual(end, ends.get(end.id)))
    for (const end of read) ends.set(end.id, end)
    if (!isStill) await tellAll(world, found, ends, say)
  }
  return {
    commands,
    ends: [...ends.values()],
    books: await booksOf(world),
    disputed: await disputedAtBank(world),
    notes: await notesOf(world),
    balances: await balancesOf(world),
  }
}

type Subjects = Map<string, 'payment' | 'tokenizer' | 'disputes'>

const pathOf: Partial<Record<CommandName, 'tokenizer' | 'disputes'>> = {
  tokenize: 'tokenizer',
  discard: 'tokenizer',
  submit: 'disputes',
  accept: 'disputes',
}

/** Everything that an answer, a search by the order, the mail or a provider's books name. */
async function subjectsOf(world: World, commands: Command[]): Promise<Subjects> {
  const subjects: Subjects = new Map()
  for (const { name, subject } of commands)
    if (subject !== undefined) subjects.set(subject, pathOf[name] ?? 'payment')
  for (const id of await listDisputes(world, END_MS)) subjects.set(id, 'disputes')
  const unnamed = commands.filter(({ name, subject }) => name === 'create' && subject === undefined)
  await inTurns(unnamed, async ({ extOrderId }) => {
    for (const id of await search(world, extOrderId ?? '')) subjects.set(id, 'payment')
  })
  for (const note of await notesOf(world)) {
    const { eventId, disputeId } = readNote(note.text)
    const isCard = !note.text.startsWith('{"paymentId"')
    const path = disputeId ? 'disputes' : isCard ? 'tokenizer' : 'payment'
    if (!subjects.has(subjectOf(eventId))) subjects.set(subjectOf(eventId), path)
  }
  for (const { reference, processed } of await booksOf(world)) {
    const id = subjectOf(reference)
    if (!processed || subjects.has(id)) continue
    const path = (await read(world, `/payment/${id}`)) === undefined ? 'tokenizer' : 'payment'
    subjects.set(id, path)
  }
  return subjects
}

async function search(world: World, extOrderId: string): Promise<string[]> {
  for (;;) {
    const answer = await world.call('POST', '/payment/search', { extOrderId })
    if (answer.status === 200) return answer.body as unknown as string[]
    await sleep(500)
  }
}

/** Waits until nothing of it is under way, and says how it ended; a payer who is waited for comes. */
async function settle(
  world: World,
  path: string,
  id: string,
  say: (line: string) => void,
): Promise<End[]> {
  const until = Date.now() + END_MS
  let isPayerDone = path === 'disputes'
  for (;;) {
    const found = await endOf(world, id, path)
    if (found.length > 0 && !found.some(isOpen)) return found
    if (!isPayerDone) await payerDoes(world, `/${path}/${id}`, END_MS)
    isPayerDone = true
    if (Date.now() > until) {
      say(`${path} ${id} has no end: ${JSON.stringify(found[0] ?? 'nobody knows it')}`)
      return found
    }
    await sleep(500)
  }
}

const isOpen = (end: End): boolean =>
  isUnderWay(end) ||
  (end.kind !== 'dispute' && !final.includes(end.status)) ||
  end.transactions.some(({ status }) => status === 'PENDING')

/**
 * Moves the clocks of those on whose account something is still to be told. Whoever changes after its
 * end was read disagrees with the books, which are read last.
 */
async function tellAll(
  world: World,
  found: Subjects,
  ends: Map<string, End>,
  say: (line: string) => void,
): Promise<void> {
  let silent = [...found.keys()]
  for (let round = 0; round < ROUNDS && silent.length > 0; round += 1) {
    await sleep(ROUND_PAUSE_MS)
    const told = groupBy(await notesOf(world), ({ text }) => subjectOf(readNote(text).eventId))
    const notesOfOne = { notesOf: (id: string) => told.get(id) ?? [] }
    silent = silent.filter((id) => {
      const end = ends.get(id)
      return end !== undefined && untold(end, notesOfOne).length > 0
    })
    if (silent.length === 0) return
    say(`${silent.length} wait for a notification: their clocks are moved …`)
    const seconds = round === 0 ? 0 : ROUND_SECONDS
    await inTurns(silent, async (id) => {
      if (seconds > 0) await world.call('POST', `/sandbox/${id}/advance`, { seconds })
      for (const end of await endOf(world, id, found.get(id) ?? '')) ends.set(id, end)
    })
  }
}

async function endOf(world: World, id: string, path: string): Promise<End[]> {
  if (path === 'disputes') return endOfDispute(world, id)
  const seen = await read(world, `/${path}/${id}`)
  const list: Json[] | undefined =
    path === 'payment' ? await read(world, `/payment/${id}/transactions`) : []
  // An answer that did not come says nothing: least of all that there is nothing.
  if (seen === undefined || list === undefined) return []
  return [
    {
      id,
      kind: path === 'payment' ? 'payment' : 'tokenization',
      status: seen.status,
      ...pickText(seen, 'dataRequest', 'rejectCode'),
      ...pickText(seen.order ?? {}, 'extOrderId'),
      isHold: seen.options?.transKind === 'PREAUTH',
      amountMinor: minor(seen.order?.amount),
      currency: seen.order?.currency ?? '',
      amounts: {
        authorizedMinor: minor(seen.amounts?.authorized),
        capturedMinor: minor(seen.amounts?.captured),
        refundedMinor: minor(seen.amounts?.refunded),
      },
      transactions: list.map(({ transId, type, status, amount, currency }) => ({
        transId,
        type,
        status,
        currency,
        amountMinor: minor(amount),
      })),
    },
  ]
}

const pickText = <Name extends string>(
  from: Record<string, unknown>,
  ...names: Name[]
): { [N in Name]?: string } =>
  Object.fromEntries(
    names.flatMap((name) => (typeof from[name] === 'string' ? [[name, from[name]]] : [])),
  ) as { [N in Name]?: string }

async function booksOf({ stack }: World): Promise<BookRow[]> {
  const rows: BookRow[] = (await send(`${stack.info.sandbox}/acquirer/log`)).body
  return rows.map(
    ({ provider, reference, operation, amountMinor, currency, processed, ...row }) => ({
      provider,
      reference,
      operation,
      amountMinor,
      currency,
      processed,
      result: row.result,
      receivedAt: row.receivedAt,
    }),
  )
}

async function notesOf({ stack, merchant }: World): Promise<Note[]> {
  const caught: Json[] = (await send(`${stack.info.sandbox}/received`)).body
  return caught.map(({ headers, body, answered, receivedAt }) => {
    const values = Object.values(JSON.parse(body) as object).join('')
    const key = merchant.notificationSecret
    const signature = createHmac('sha256', key).update(values).digest('hex')
    return { text: body, answered, receivedAt, isGenuine: headers.signature === signature }
  })
}

async function balancesOf(world: World): Promise<Balance[]> {
  const answer = await read(world, '/payment/refunds/balance')
  if (answer === undefined) throw new Error('nobody tells the balance')
  return answer.balances.map(({ currency, available, reserved }: Json) => ({
    currency,
    availableMinor: minor(available),
    reservedMinor: minor(reserved),
  }))
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = [...items.entries()]
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
