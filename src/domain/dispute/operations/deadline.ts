import { callUnderWay, stageOfDispute, statusOfDispute } from '../dispute.ts'
import type { Context, Decided, Dispute, Operation } from './operation.ts'
import { accept } from './operation.ts'

const HOUR_MS = 3_600_000
/** The merchant is reminded so many hours before evidence is no longer taken. */
const REMINDERS = [72, 24] as const

/** Silence is an answer: whoever says nothing until the deadline has lost, and is told before. */
export const deadline = {
  commands: {},
  deadlines: {
    reminder: { at: reminderAt, decide: remind },
    expiry: {
      at: (dispute) => (isUnanswered(dispute) ? dispute.word?.dueBy : undefined),
      decide: (dispute) => accept([{ type: 'expired', stage: stageOfDispute(dispute) }]),
    },
  },
  calls: {},
  events: {
    reminded: {
      changes: (_dispute, { dueBy, hoursLeft }) => ({ reminded: { dueBy, hoursLeft } }),
      posts: 'none',
      words: 'merchant reminded',
    },
    expired: {
      changes: (_dispute, { stage }) => ({ expired: stage }),
      posts: 'none',
      words: 'expired unanswered',
    },
  },
} satisfies Operation

const isUnanswered = (dispute: Dispute): boolean =>
  statusOfDispute(dispute) === 'NEEDS_RESPONSE' &&
  !callUnderWay(dispute, 'disputeSubmit') &&
  !callUnderWay(dispute, 'disputeAccept')

/** The next of the reminders, of those that still lie ahead when the dispute is first heard of. */
function nextReminder({ word, reminded, createdAt }: Dispute): number | undefined {
  const dueBy = word?.dueBy
  if (dueBy === undefined) return undefined
  const last = reminded?.dueBy === dueBy ? reminded.hoursLeft : Infinity
  return REMINDERS.find((hours) => hours < last && dueBy - hours * HOUR_MS > createdAt)
}

function reminderAt(dispute: Dispute): number | undefined {
  const hours = isUnanswered(dispute) ? nextReminder(dispute) : undefined
  const dueBy = dispute.word?.dueBy
  return hours === undefined || dueBy === undefined ? undefined : dueBy - hours * HOUR_MS
}

function remind(dispute: Dispute, _context: Context): Decided {
  const hoursLeft = nextReminder(dispute)
  const dueBy = dispute.word?.dueBy
  return accept(
    hoursLeft === undefined || dueBy === undefined ? [] : [{ type: 'reminded', dueBy, hoursLeft }],
  )
}
