import { createHash } from 'node:crypto'
import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import { workflowIdOf } from '../../domain/id.ts'
import type { Finding } from '../../domain/finding.ts'
import { checkPayment } from '../../domain/ledger-check.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import type { Db } from '../../postgres/db.ts'
import type { DisputeFile } from '../../postgres/review/list-disputes.ts'
import { listDisputesOfAll, readDisputeFile } from '../../postgres/review/list-disputes.ts'
import type { PaymentFile } from '../../postgres/review/payment-file.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import type { History } from '../history.ts'
import { fetchHistory } from '../history.ts'
import type { LogLine, Logs } from './log-lines.ts'
import { readLogLines } from './log-lines.ts'
import type { ProviderLine } from '../provider-log.ts'
import { readProviderLog } from '../provider-log.ts'
import type { Verdict } from '../replay.ts'
import { replay } from '../replay.ts'
import { replayBundle } from '../replay-bundle.ts'
import { scrub } from '../../domain/data/personal-data.ts'
import type { HistoryLine } from '../describe-history.ts'
import { lookAgain } from '../look-again.ts'
import { describeHistory } from '../describe-history.ts'
import type { TimelineItem } from '../timeline.ts'
import { timeline } from '../timeline.ts'

const MOST_DISPUTES = 100

/** Everything that is known about one payment, for people who were not there. */
export interface Incident {
  paymentId: string
  madeAt: string
  manifest: Record<string, { sha256: string; bytes: number }>
  parts: IncidentParts
}

export interface IncidentParts {
  payment: Payment
  timeline: TimelineItem[]
  journal: PaymentFile['journal']
  postings: PaymentFile['postings']
  notifications: PaymentFile['notifications']
  attempts: PaymentFile['attempts']
  intents: PaymentFile['intents']
  settlementLines: PaymentFile['settlementLines']
  disputes: DisputeFile[]
  approvals: PaymentFile['approvals']
  operators: PaymentFile['audit']
  history: HistoryLine[]
  replay: Omit<Verdict, 'state'> | { notRun: string }
  proof: Finding[]
  provider: ProviderLine[] | { notRead: string }
  log: LogLine[] | { notRead: string }
}

export interface IncidentSources {
  db: Db
  client: Client
  codec: PayloadCodec
  /** Whether to run the history on the present code, which takes some seconds. */
  replays: boolean
  providerLog?: string | undefined
  logs?: Logs | undefined
}

/** Undefined when there is no such payment. */
export const collectIncident = (
  sources: IncidentSources,
  paymentId: string,
): Promise<Incident | undefined> =>
  lookAgain(
    () => collectOnce(sources, paymentId),
    (incident) => !sources.replays || !incident || incident.parts.proof.length === 0,
  )

async function collectOnce(
  sources: IncidentSources,
  paymentId: string,
): Promise<Incident | undefined> {
  const file = await readPaymentFile(sources.db, paymentId)
  if (!file) return undefined
  const workflowId = workflowIdOf('pay', paymentId)
  const history = await fetchHistory(sources.client, sources.codec, workflowId).catch(nothing)
  const verdict = await verdictOf(sources, workflowId, history, file)
  const provider = await providerOf(sources.providerLog, paymentId)
  const { state: replayed, ...replayVerdict } =
    'ok' in verdict ? verdict : { ...verdict, state: undefined }
  const requestIds = file.journal.flatMap(({ requestId }) => requestId ?? [])
  const log = sources.logs
    ? await readLogLines(sources.logs, [paymentId, ...new Set(requestIds)])
    : { notRead: 'no logs were given' }
  const parts = plain({
    payment: scrub(file.state),
    timeline: timeline(file),
    journal: scrub(file.journal),
    postings: file.postings,
    notifications: file.notifications,
    attempts: file.attempts,
    intents: file.intents,
    settlementLines: file.settlementLines,
    disputes: await disputesOf(sources.db, paymentId),
    approvals: file.approvals,
    operators: file.audit,
    history: history ? await describeHistory(history) : [],
    replay: replayVerdict,
    proof: proofOf(file, replayed as Payment | undefined, provider),
    provider,
    log,
  })
  return { paymentId, madeAt: new Date().toISOString(), manifest: manifestOf(parts), parts }
}

async function disputesOf(db: Db, paymentId: string): Promise<DisputeFile[]> {
  const found = await listDisputesOfAll(db, { paymentId, limit: MOST_DISPUTES })
  const files = await Promise.all(found.map(({ id }) => readDisputeFile(db, id)))
  return files.flatMap((file) =>
    file ? [{ ...file, state: scrub(file.state), journal: scrub(file.journal) }] : [],
  )
}

/** The names of the parts that are not what they were when the incident was written. */
export function changedParts({ manifest, parts }: Incident): string[] {
  const now = manifestOf(parts)
  const names = new Set([...Object.keys(manifest), ...Object.keys(now)])
  return [...names].filter((name) => manifest[name]?.sha256 !== now[name]?.sha256)
}

export function manifestOf(parts: IncidentParts): Incident['manifest'] {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const text = JSON.stringify(part)
      const sha256 = createHash('sha256').update(text).digest('hex')
      return [name, { sha256, bytes: Buffer.byteLength(text) }]
    }),
  )
}

async function verdictOf(
  { replays }: IncidentSources,
  workflowId: string,
  history: History | undefined,
  { journal }: PaymentFile,
): Promise<Verdict | { notRun: string }> {
  if (!history) return { notRun: 'Temporal keeps no history of it any more' }
  if (!replays) return { notRun: 'not asked for' }
  return replay({ workflowId, history, bundle: await replayBundle(), journal })
}

async function providerOf(address: string | undefined, paymentId: string) {
  if (address === undefined) return { notRead: 'no address of a provider log was given' }
  return readProviderLog(address, paymentId).catch((error: unknown) => ({ notRead: String(error) }))
}

function proofOf(
  { state, row, journal, postings }: PaymentFile,
  replayed: Payment | undefined,
  provider: IncidentParts['provider'],
): Finding[] {
  const number = (name: string) => Number(row[name])
  return checkPayment({
    paymentId: state.id,
    row: {
      state,
      version: number('version'),
      status: String(row.status),
      phase: String(row.phase),
      currency: String(row.currency),
      authorizedMinor: number('authorized_minor'),
      capturedMinor: number('captured_minor'),
      refundedMinor: number('refunded_minor'),
      reservedMinor: number('reserved_minor'),
    },
    journal: journal.map(({ version, at, events }) => ({ version, at: at.getTime(), events })),
    postings: postings.map(({ version, account, currency, amountMinor }) => ({
      version,
      account,
      amountMinor,
      currency: currency as Payment['order']['currency'],
    })),
    ...(replayed && { workflow: plain(replayed) }),
    ...(Array.isArray(provider) && { provider }),
  })
}

const nothing = (): undefined => undefined

/** As it will be read: what JSON drops must not be hashed. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
