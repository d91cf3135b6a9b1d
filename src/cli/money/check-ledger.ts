import { setTimeout as sleep } from 'node:timers/promises'
import { ownerOf } from '../../domain/id.ts'
import type { Finding } from '../../domain/finding.ts'
import type { Evidence } from '../../domain/ledger-check.ts'
import { checkPayment } from '../../domain/ledger-check.ts'
import type { ProviderRow } from '../../domain/provider-check.ts'
import type { Db } from '../../postgres/db.ts'
import { checkBooks, readEvidence } from '../../postgres/review/ledger-check.ts'
import { present } from '../../domain/present.ts'
import type { HistoryReader } from '../../review/history-reader.ts'

const AT_ONCE = 10
const LOOKS = 4
const PAUSE_MS = 1_000
const LOG_MS = 30_000

export interface LedgerSources {
  db: Db
  paymentId?: string
  /** What each workflow comes to. */
  histories?: HistoryReader
  /** Address of the providers' own log. */
  providerLog?: string
}

export interface LedgerReport {
  payments: number
  workflows: number
  findings: Finding[]
}

/** Holds everything that is written down about payments against each other. */
export async function checkLedger(sources: LedgerSources): Promise<LedgerReport> {
  const { db, paymentId } = sources
  const report: LedgerReport = { payments: 0, workflows: 0, findings: [] }
  if (paymentId === undefined) report.findings.push(...(await checkBooks(db)))
  for await (const page of readEvidence(db, paymentId)) {
    const log = await readLog(sources.providerLog, paymentId ?? '')
    const queue = page.values()
    const lane = async () => {
      for (const evidence of queue) {
        const { findings, isReplayed } = await checkOne(sources, evidence, log)
        report.payments += 1
        report.workflows += isReplayed ? 1 : 0
        report.findings.push(...findings)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
  return report
}

/** A payment that moves while it is looked at is looked at again. */
async function checkOne(
  sources: LedgerSources,
  first: Evidence,
  firstLog: ProviderLog | undefined,
): Promise<{ findings: Finding[]; isReplayed: boolean }> {
  let evidence = first
  let log = firstLog
  for (let look = 1; ; look += 1) {
    const { state: workflow, problem } = (await sources.histories?.read(evidence.paymentId)) ?? {}
    const findings = checkPayment({
      ...evidence,
      ...present({ workflow }),
      ...(log && { provider: log.get(evidence.paymentId) ?? [] }),
    })
    if (problem !== undefined)
      findings.push({
        check: 'workflow',
        id: evidence.paymentId,
        expected: 'a history that replays',
        found: problem,
      })
    const settled = !findings.some(({ check }) => check === 'workflow' || check === 'provider')
    if (settled || look === LOOKS) return { findings, isReplayed: workflow !== undefined }
    await sleep(PAUSE_MS)
    for await (const [again] of readEvidence(sources.db, evidence.paymentId))
      evidence = again ?? evidence
    log = await readLog(sources.providerLog, evidence.paymentId)
  }
}

type ProviderLog = Map<string, ProviderRow[]>

/** The rows of the providers' log whose references begin so, by payment. */
async function readLog(
  address: string | undefined,
  prefix: string,
): Promise<ProviderLog | undefined> {
  if (address === undefined) return undefined
  const url = new URL(address)
  url.searchParams.set('reference', prefix)
  const answer = await fetch(url, { signal: AbortSignal.timeout(LOG_MS) })
  const log: ProviderLog = new Map()
  for (const row of (await answer.json()) as ProviderRow[]) {
    const owner = ownerOf(row.reference)
    log.set(owner, [...(log.get(owner) ?? []), row])
  }
  return log
}
