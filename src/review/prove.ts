import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import type { WorkflowBundleOption } from '@temporalio/worker'
import { workflowIdOf } from '../domain/id.ts'
import type { Evidence, Finding } from '../domain/ledger-check.ts'
import { checkPayment } from '../domain/ledger-check.ts'
import { finished } from '../domain/payment/deadlines.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Db } from '../postgres/db.ts'
import { checkAudit } from '../postgres/audit-check.ts'
import { checkBooks, readEvidence } from '../postgres/review/ledger-check.ts'
import { readJournal } from '../postgres/review/payment-file.ts'
import { fetchHistory, ifGone } from './history.ts'
import { lookAgain } from './look-again.ts'
import { readProviderLog } from './provider-log.ts'
import type { Replayer } from './replay.ts'
import { openReplayer } from './replay.ts'
import { checkShown } from './shown-attributes.ts'
import { present } from '../domain/present.ts'

export interface ProofSources {
  db: Db
  client: Client
  codec: PayloadCodec
  bundle: WorkflowBundleOption
  /** One payment instead of all. */
  paymentId?: string | undefined
  providerLog?: string | undefined
  /** Those alone that changed since then. */
  since?: Date | undefined
  /** One payment out of so many, by chance. */
  sample?: number | undefined
  onProgress?: ((proved: number) => void) | undefined
}

export interface Proof {
  payments: number
  /** How many of them had a history that could be run again. */
  replayed: number
  findings: Finding[]
}

/**
 * Proves payments by everything that is known of them: the state that their history comes to on the
 * present code, the journal, the row, the sum of the postings, and the providers' own log.
 */
export async function prove(sources: ProofSources): Promise<Proof> {
  const { db, paymentId, bundle, onProgress } = sources
  const proof: Proof = { payments: 0, replayed: 0, findings: [] }
  if (paymentId === undefined) {
    proof.findings.push(...(await checkBooks(db)), ...(await checkAudit(db)))
  }
  const replayer = openReplayer(bundle)
  try {
    for await (const page of readEvidence(db, paymentId))
      for (const evidence of page.filter((one) => isWanted(one, sources))) {
        const { findings, isReplayed } = await proveOne(sources, replayer, evidence)
        proof.payments += 1
        proof.replayed += isReplayed ? 1 : 0
        proof.findings.push(...findings)
        onProgress?.(proof.payments)
      }
  } finally {
    await replayer.close()
  }
  return proof
}

const isWanted = ({ row }: Evidence, { since, sample = 1 }: ProofSources): boolean =>
  (since === undefined || row.state.updatedAt >= since.getTime()) && Math.random() * sample < 1

/** A payment that moves while it is looked at is looked at again. */
async function proveOne(
  sources: ProofSources,
  replayer: Replayer,
  first: Evidence,
): Promise<{ findings: Finding[]; isReplayed: boolean }> {
  let evidence: Evidence | undefined
  return lookAgain(
    async () => {
      if (evidence) {
        for await (const [again] of readEvidence(sources.db, evidence.paymentId))
          evidence = again ?? evidence
      }
      evidence ??= first
      return examine(sources, replayer, evidence)
    },
    ({ findings }) => findings.length === 0,
  )
}

async function examine(
  { db, client, codec, providerLog }: ProofSources,
  replayer: Replayer,
  evidence: Evidence,
): Promise<{ findings: Finding[]; isReplayed: boolean }> {
  const { paymentId } = evidence
  const workflowId = workflowIdOf('pay', paymentId)
  const history = await fetchHistory(client, codec, workflowId).catch(ifGone)
  const journal = await readJournal(db, paymentId)
  const verdict = history && (await replayer.replay({ workflowId, history, journal }))
  const provider = providerLog ? await readProviderLog(providerLog, paymentId) : undefined
  const divergence = verdict?.divergence
  const workflow = verdict?.state === undefined ? undefined : (plain(verdict.state) as Payment)
  const isOpen = !finished(evidence.row.state)
  const findings = checkPayment({
    ...evidence,
    ...present({ workflow, provider }),
  })
  return {
    isReplayed: verdict !== undefined,
    findings: [
      ...(divergence
        ? [{ check: 'replay', id: paymentId, expected: divergence.then, found: divergence.now }]
        : []),
      ...(isOpen && history === undefined ? [nobodyGoesOn(paymentId)] : []),
      // Held against what the same history comes to: the row may be a task ahead of it.
      ...(isOpen && history && workflow ? checkShown(history, workflow) : []),
      ...findings,
    ],
  }
}

/** Such as after a restore of a Temporal store that is older than the payment. */
const nobodyGoesOn = (id: string): Finding => ({
  ...{ check: 'workflow', id, expected: 'a workflow, because the payment is open' },
  found: 'none',
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
