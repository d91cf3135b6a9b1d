import { firstDifference } from '../domain/first-difference.ts'
import { withoutPersonalData } from '../domain/data/personal-data.ts'
import type { History, HistoryEvent } from './history.ts'
import { localActivityOf } from './history.ts'
import { jsonOf } from './payloads.ts'
import type { Asked, RecordedStep } from './replay-probe.ts'

/** The first place where what a payment did and what it would do now diverge. */
export interface Divergence {
  at: string
  then: string
  now: string
}

/** A line of the journal, as far as replay is held against it. */
export interface JournalLine {
  version: number
  messageId: string
  events: { type: string }[]
}

interface Evidence {
  history: History
  asked: readonly Asked[]
  recorded: readonly RecordedStep[]
  journal: readonly JournalLine[] | undefined
  problem: unknown
}

export function findDivergence(evidence: Evidence): Divergence | undefined {
  const { history, asked, recorded, journal, problem } = evidence
  const decision = journal && decisionDivergence(recorded, journal)
  if (decision) return decision
  if (problem === undefined) return undefined
  const text = complaintOf(problem)
  if (!/nondeterminism/i.test(text)) return { at: 'its code', then: 'ran', now: `fails: ${text}` }
  return callDivergence(asked, history) ?? { at: 'its calls', then: 'another order', now: text }
}

interface Course {
  verdict: { divergence?: Divergence; state?: unknown }
  asked: readonly Asked[]
  recorded: readonly RecordedStep[]
}

/** The first thing that the code does otherwise when it believes that it runs for the first time. */
export function firstRunDivergence(
  replayed: Course,
  first: Course,
): Omit<Divergence, 'at'> | undefined {
  const length = Math.max(replayed.asked.length, first.asked.length)
  for (let index = 0; index < length; index += 1) {
    const [then, now] = [replayed.asked[index], first.asked[index]]
    const words = (one: Asked | undefined) => (one ? inWords(one) : 'nothing')
    if (words(then) !== words(now)) return { then: words(then), now: words(now) }
    if (then?.digest !== now?.digest)
      return { then: words(then), now: `${words(now)} with something else in it` }
  }
  const decided = ({ recorded }: Course) => recorded.map(({ events }) => plain(events))
  const difference =
    firstDifference(decided(replayed), decided(first)) ??
    firstDifference(plainOf(replayed), plainOf(first))
  if (difference) return { then: inJson(difference.left), now: inJson(difference.right) }
  return first.verdict.divergence
}

const plainOf = ({ verdict: { state } }: Course): unknown =>
  state === undefined ? undefined : plain(state)

/** The same message led to other events: the engine would not see it, the books would. */
function decisionDivergence(
  recorded: readonly RecordedStep[],
  journal: readonly JournalLine[],
): Divergence | undefined {
  const lines = new Map(journal.map((line) => [line.version, line]))
  for (const step of recorded) {
    const line = lines.get(step.version)
    // A step that found another's line in its place decided nothing.
    if (step.status !== 'committed' || !line || line.messageId !== step.messageId) continue
    const shape = step.isSameTime ? plain : typesOf
    const [then, now] = [shape(line.events), shape(step.events)]
    const difference = firstDifference(then, now)
    if (!difference) continue
    const names = (events: { type: string }[]) =>
      events.map(({ type }) => type).join(', ') || 'nothing'
    const [was, is] = [names(line.events), names(step.events)]
    const detail = (value: unknown) =>
      was === is ? ` with ${difference.path} ${inJson(value)}` : ''
    return {
      at: `version ${String(step.version)}, ${step.messageId}`,
      then: `${was}${detail(difference.left)}`,
      now: `${is}${detail(difference.right)}`,
    }
  }
  return undefined
}

/** The first call, timer or commit of the history that the code does not ask for in its turn. */
function callDivergence(asked: readonly Asked[], history: History): Divergence | undefined {
  const queues = {
    activity: asked.filter(({ kind }) => kind === 'activity'),
    timer: asked.filter(({ kind }) => kind === 'timer'),
    record: asked.filter(({ kind }) => kind === 'record'),
  }
  for (const event of history.events ?? []) {
    const then = askedOf(event)
    if (!then) continue
    const now = queues[then.kind].shift()
    if (now?.key === then.key) continue
    const other = now ?? queues.activity[0] ?? asked.at(-1)
    return {
      at: `event ${String(event.eventId)}`,
      then: inWords(then),
      now: other ? inWords(other) : 'nothing',
    }
  }
  return undefined
}

function askedOf(event: HistoryEvent): Asked | undefined {
  const summary = textOf(event.userMetadata?.summary)
  const { activityTaskScheduledEventAttributes: activity } = event
  if (activity) {
    const key = activity.activityType?.name ?? ''
    return { kind: 'activity', key, summary: summary || key, digest: '' }
  }
  const { timerStartedEventAttributes: timer } = event
  if (timer) {
    const { seconds, nanos } = timer.startToFireTimeout ?? {}
    const key = String(Number(seconds ?? 0) * 1000 + Math.round((nanos ?? 0) / 1_000_000))
    return { kind: 'timer', key, summary: summary || `${key} ms`, digest: '' }
  }
  const key = localActivityOf(event)
  return key === undefined ? undefined : { kind: 'record', key, summary, digest: '' }
}

function textOf(payload: Parameters<typeof jsonOf>[0] | null | undefined): string {
  const value = payload ? jsonOf(payload) : undefined
  return typeof value === 'string' ? value : ''
}

const verbs = { activity: 'called', timer: 'set a timer of', record: 'recorded' } as const

const inWords = ({ kind, key, summary }: Asked): string =>
  `${verbs[kind]} ${summary === '' || summary === key ? key : summary}`

/** What the engine says lies deep in its own words. */
function complaintOf(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem)
  return /message: "((?:[^"\\]|\\.)*)"/.exec(text)?.[1]?.replaceAll('\\"', '"') ?? text
}

const typesOf = (events: { type: string }[]): unknown => events.map(({ type }) => type)

const plain = (value: unknown): unknown =>
  withoutPersonalData(JSON.parse(JSON.stringify(value)) as unknown)

const inJson = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
