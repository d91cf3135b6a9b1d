import type { Approval } from '../../postgres/approvals.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { day, escape } from '../../review/markup.ts'
import { subjectOf, tellApproval } from '../../review/tell-approval.ts'
import type { PageAction } from './actions.ts'
import { approveCommand, refuseCommand } from '../../desk/payments/approvals.ts'
import { idLink, layout, link, section } from './layout.ts'

/** What waits for a second person, in the words that are agreed to. */
export const approvalsPage = (waiting: readonly Approval[], operator: Operator): string =>
  layout(
    { title: 'Approvals', place: '/approvals', operator },
    section('Waiting for a second person', approvalsTable(waiting, operator)),
  )

export const approvalsTable = (waiting: readonly Approval[], operator: Operator): string =>
  waiting.length === 0
    ? '<p class="none">Nothing waits.</p>'
    : `<div class="wide" role="region" aria-label="Approvals" tabindex="0"><table><thead><tr><th>instruction</th><th>of</th><th>reason</th><th>asked by</th><th>until, UTC</th><th>decide</th></tr></thead><tbody>${waiting
        .map((one) => rowOf(one, operator))
        .join('')}</tbody></table></div>`

function rowOf(approval: Approval, operator: Operator): string {
  const { id, paymentId, requestedBy, expiresAt, reason } = approval
  const subject = escape(subjectOf(approval))
  const of = paymentId === null ? subject : idLink(`/payments/${paymentId}`, paymentId)
  return `<tr><td>${escape(tellApproval(approval))}</td><td>${of}</td><td>${escape(reason)}</td><td>${escape(requestedBy)}</td><td>${day(expiresAt)}</td><td>${decisions(id, requestedBy, operator)}</td></tr>`
}

/** Nobody agrees to what they asked for; whoever may give instructions may take one off the list. */
function decisions(id: string, requestedBy: string, { name, role }: Operator): string {
  const own = requestedBy.toLowerCase() === name.toLowerCase()
  const approve = mayAs(role, 'approver') && !own
  const words = [
    ...(approve ? [link(`/approvals/${id}/do/approve`, 'Approve')] : []),
    ...(mayAs(role, 'operator') ? [link(`/approvals/${id}/do/refuse`, 'Refuse')] : []),
  ]
  return words.join(' ') || '<span class="none">not yours to decide</span>'
}

const says = {
  approve: 'It is carried out at once, in the name of the one who asked, and cannot be taken back.',
  refuse: 'It is taken off the list; whoever still wants it has to ask again.',
}

export function approvalAction(approval: Approval, decision: string): PageAction | undefined {
  if (decision !== 'approve' && decision !== 'refuse') return undefined
  const { id, reason, requestedBy } = approval
  const told = `${tellApproval(approval)}, of ${subjectOf(approval)}`
  return {
    command: decision === 'approve' ? approveCommand : refuseCommand,
    input: { approvalId: id },
    title: tellApproval(approval),
    verb: decision === 'approve' ? 'Approve' : 'Refuse',
    says: `${told}. ${requestedBy} asks for it: ${reason}. ${says[decision]}`,
    fields: [],
    place: '/approvals',
    back: '/approvals',
  }
}
