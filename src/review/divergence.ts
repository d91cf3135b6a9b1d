import { firstDifference } from '../domain/first-difference.ts'
import { withoutPersonalData } from '../domain/personal-data.ts'
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
    return { kind: 'activity', key, summary: summary || key }
  }
  const { timerStartedEventAttributes: timer } = event
  if (timer) {
    const { seconds, nanos } = timer.startToFireTimeout ?? {}
    const key = String(Number(seconds ?? 0) * 1000 + Math.round((nanos ?? 0) / 1_000_000))
    return { kind: 'timer', key, summary: summary || `${key} ms` }
  }
  const key = localActivityOf(event)
  return key === undefined ? undefined : { kind: 'record', key, summary }
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
