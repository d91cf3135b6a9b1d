import type { RefusalCode } from '../../refusal.ts'
import { callUnderWay, statusOfDispute } from '../dispute.ts'
import { isClosedStatus } from '../words.ts'
import type { Context, Decided, Dispute, Operation } from './operation.ts'
import { accept, refuse } from './operation.ts'

/** What the merchant puts forward, one thing of each kind, until it is sent. */
export const evidence = {
  commands: {
    supply: {
      decide: (dispute, { evidence: given }, context) =>
        unlessOver(dispute, context, () => [{ type: 'evidenceSupplied', evidence: given }]),
      words: 'The merchant puts something forward',
    },
    take: {
      decide: (dispute, { kind }, context) =>
        unlessOver(dispute, context, () =>
          dispute.evidence.some((one) => one.kind === kind)
            ? [{ type: 'evidenceTaken', kind }]
            : [],
        ),
      words: 'The merchant takes something back that it had put forward',
    },
  },
  deadlines: {},
  calls: {},
  events: {
    evidenceSupplied: {
      changes: (dispute, { evidence: given }) => ({
        evidence: [...others(dispute, given.kind), given],
      }),
      posts: 'none',
      words: 'evidence given',
    },
    evidenceTaken: {
      changes: (dispute, { kind }) => ({ evidence: others(dispute, kind) }),
      posts: 'none',
      words: 'evidence taken back',
    },
  },
} satisfies Operation

const others = ({ evidence: all }: Dispute, kind: string) => all.filter((one) => one.kind !== kind)

/** Why nothing can be answered any more; also when its time is over and nobody has said so yet. */
export function obstacleTo(dispute: Dispute, now: number): RefusalCode | undefined {
  const status = statusOfDispute(dispute)
  if (isClosedStatus(status) || callUnderWay(dispute, 'disputeAccept')) return 'dispute_closed'
  if (status === 'UNDER_REVIEW' || callUnderWay(dispute, 'disputeSubmit'))
    return 'dispute_submitted'
  return now >= (dispute.word?.dueBy ?? Infinity) ? 'dispute_closed' : undefined
}

function unlessOver(dispute: Dispute, { now }: Context, events: () => Decided['events']): Decided {
  const obstacle = obstacleTo(dispute, now)
  return obstacle ? refuse(obstacle) : accept(events())
}
