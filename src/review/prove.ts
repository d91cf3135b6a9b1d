import type { Client } from '@temporalio/client'
import type { PayloadCodec } from '@temporalio/common'
import type { WorkflowBundleOption } from '@temporalio/worker'
import type { Finding } from '../domain/finding.ts'
import { workflowIdOf } from '../domain/id.ts'
import { checkAudit } from '../postgres/audit-check.ts'
import type { Db } from '../postgres/db.ts'
import { checkBooks } from '../postgres/review/ledger-check.ts'
import { readJournal } from '../postgres/review/payment-file.ts'
import { fetchHistory, ifGone } from './history.ts'
import { lookAgain } from './look-again.ts'
import type { Provable } from './provable.ts'
import { disputes, payments, tokenizations } from './provable.ts'
import { readProviderLog } from './provider-log.ts'
import type { Replayer } from './replay.ts'
import { openReplayer } from './replay.ts'
import { checkShown } from './shown-attributes.ts'

export interface ProofSources {
  db: Db
  client: Client
  codec: PayloadCodec
  bundle: WorkflowBundleOption
  /** One payment, tokenization or dispute instead of all. */
  id?: string | undefined
  providerLog?: string | undefined
  /** Those alone that changed since then. */
  since?: Date | undefined
  /** One out of so many, by chance. */
  sample?: number | undefined
  onProgress?: ((proved: number) => void) | undefined
}

export interface Proof {
  payments: number
  tokenizations: number
  disputes: number
  /** How many of them had a history that could be run again. */
  replayed: number
  findings: Finding[]
}

/**
 * Proves payments, tokenizations and disputes by everything that is known of them: the state that their history
 * comes to on the present code, the journal, the row, the sum of the postings or the token, what
 * operators search by, and the providers' own log.
 */
export async function prove(sources: ProofSources): Promise<Proof> {
  const { db, id, bundle, onProgress } = sources
  const proof: Proof = { payments: 0, tokenizations: 0, disputes: 0, replayed: 0, findings: [] }
  if (id === undefined) proof.findings.push(...(await checkBooks(db)), ...(await checkAudit(db)))
  const replayer = openReplayer(bundle)
  const note = (kind: 'payments' | 'tokenizations' | 'disputes') => (one: Examined) => {
    proof[kind] += 1
    proof.replayed += one.isReplayed ? 1 : 0
    proof.findings.push(...one.findings)
    onProgress?.(proof.payments + proof.tokenizations + proof.disputes)
  }
  try {
    await proveAll(payments, sources, replayer, note('payments'))
    await proveAll(tokenizations, sources, replayer, note('tokenizations'))
    await proveAll(disputes, sources, replayer, note('disputes'))
  } finally {
    await replayer.close()
  }
  return proof
}

interface State {
  id: string
  updatedAt: number
}

interface Examined {
  findings: Finding[]
  isReplayed: boolean
}

async function proveAll<S extends State, E extends { row: { state: S } }>(
  kind: Provable<S, E>,
  sources: ProofSources,
  replayer: Replayer,
  note: (one: Examined) => void,
): Promise<void> {
  for await (const page of kind.read(sources.db, sources.id))
    for (const evidence of page.filter(({ row }) => isWanted(row.state, sources)))
      note(await proveOne(kind, sources, replayer, evidence))
}

const isWanted = ({ updatedAt }: State, { since, sample = 1 }: ProofSources): boolean =>
  (since === undefined || updatedAt >= since.getTime()) && Math.random() * sample < 1

/** What moves while it is looked at is looked at again. */
async function proveOne<S extends State, E extends { row: { state: S } }>(
  kind: Provable<S, E>,
  sources: ProofSources,
  replayer: Replayer,
  first: E,
): Promise<Examined> {
  let evidence: E | undefined
  return lookAgain(
    async () => {
      if (evidence)
        for await (const [again] of kind.read(sources.db, first.row.state.id))
          evidence = again ?? evidence
      evidence ??= first
      return examine(kind, sources, replayer, evidence)
    },
    ({ findings }) => findings.length === 0,
  )
}

async function examine<S extends State, E extends { row: { state: S } }>(
  kind: Provable<S, E>,
  { db, client, codec, providerLog }: ProofSources,
  replayer: Replayer,
  evidence: E,
): Promise<Examined> {
  const { id } = evidence.row.state
  const workflowId = workflowIdOf(kind.workflow, id)
  const history = await fetchHistory(client, codec, workflowId).catch(ifGone)
  const journal = await readJournal(db, id)
  const verdict = history && (await replayer.replay({ workflowId, history, journal }))
  const provider = providerLog && kind.isLogged ? await readProviderLog(providerLog, id) : undefined
  const divergence = verdict?.divergence
  const workflow = verdict?.state === undefined ? undefined : (plain(verdict.state) as S)
  const { isOpen } = kind.standing(evidence.row.state)
  return {
    isReplayed: verdict !== undefined,
    findings: [
      ...(divergence
        ? [{ check: 'replay', id, expected: divergence.then, found: divergence.now }]
        : []),
      ...(isOpen && history === undefined ? [nobodyGoesOn(id)] : []),
      // Held against what the same history comes to: the row may be a task ahead of it.
      ...(isOpen && history && workflow
        ? checkShown(history, { id, ...kind.standing(workflow) })
        : []),
      ...kind.check(evidence, { workflow, provider }),
    ],
  }
}

/** Such as after a restore of a Temporal store that is older than the payment. */
const nobodyGoesOn = (id: string): Finding => ({
  check: 'workflow',
  id,
  expected: 'a workflow, because it is open',
  found: 'none',
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
