import { toMajor } from '../money.ts'
import { present, timeOf } from '../present.ts'
import type { Dispute, Evidence } from './dispute.ts'
import { shownStatus, stageOfDispute } from './dispute.ts'
import { sumOf } from './facts.ts'

/** What a merchant reads of a dispute; its evidence only where its texts were opened. */
export function disputeView(dispute: Dispute, texts?: ReadonlyMap<string, string>) {
  const { word, moves, currency, evidence } = dispute
  return present({
    disputeId: dispute.id,
    paymentId: dispute.paymentId,
    extOrderId: dispute.extOrderId,
    stage: stageOfDispute(dispute),
    status: shownStatus(dispute),
    reason: word?.reason ?? 'OTHER',
    networkReason: word?.networkReason,
    amount: toMajor(contestedMinor(dispute), currency),
    currency,
    dueBy: word?.dueBy === undefined ? undefined : timeOf(word.dueBy),
    problem: dispute.failure,
    createdAt: timeOf(dispute.createdAt),
    updatedAt: timeOf(dispute.updatedAt),
    moves: moves.map(({ at, kind, amountMinor }) => ({
      at: timeOf(at),
      kind,
      amount: toMajor(amountMinor, currency),
    })),
    evidence: texts && evidence.map((one) => evidenceView(one, texts.get(one.ref))),
  })
}

/** One thing that is put forward: its words, or what its file is. */
export const evidenceView = (
  { kind, mediaType, size, sha256 }: Evidence,
  text: string | undefined,
) =>
  mediaType === 'text/plain'
    ? { kind, text: text ?? '' }
    : { kind, file: { name: `${kind}.${extensions[mediaType]}`, type: mediaType, size, sha256 } }

const extensions = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** As the reads of its payment name it. */
export const disputeOfPayment = (dispute: Dispute) => ({
  disputeId: dispute.id,
  status: shownStatus(dispute),
  amount: toMajor(contestedMinor(dispute), dispute.currency),
})

/** Where only money was told of, what was taken is what is contested. */
export const contestedMinor = ({ word, moves }: Dispute): number =>
  word?.amountMinor ?? sumOf(moves, 'WITHDRAWN')
