import type { Approval } from '../../postgres/approvals.ts'
import type { Operator } from '../../postgres/operators.ts'
import { mayAs } from '../../postgres/operators.ts'
import { isOfDispute, subjectOf, describeApproval } from '../../review/describe-approval.ts'
import type { PageAction } from './actions.tsx'
import { approveCommand, refuseCommand } from '../../desk/payments/approvals.ts'
import { Card } from '../../kit/parts.tsx'
import { Day, IdLink, layout, List } from './layout.tsx'

/** What waits for a second person, in the words that are agreed to. */
export const approvalsPage = (waiting: readonly Approval[], operator: Operator): string =>
  layout(
    { title: 'Approvals', place: '/approvals', operator },
    <Approvals waiting={waiting} operator={operator} />,
  )

export const Approvals = (props: { waiting: readonly Approval[]; operator: Operator }) => (
  <Card title="Waiting for a second person">
    <List
      name="Approvals"
      none="Nothing waits."
      head={['instruction', 'of', 'reason', 'asked by', 'until, UTC', 'decide']}
      rows={props.waiting.map((one) => rowOf(one, props.operator))}
    />
  </Card>
)

function rowOf(approval: Approval, operator: Operator) {
  const { id, paymentId, requestedBy, expiresAt, reason } = approval
  return [
    describeApproval(approval),
    paymentId === null || isOfDispute(approval) ? (
      subjectOf(approval)
    ) : (
      <IdLink href={`/payments/${paymentId}`} id={paymentId} />
    ),
    ...[reason, requestedBy, <Day at={expiresAt} />],
    <Decisions id={id} requestedBy={requestedBy} operator={operator} />,
  ]
}

interface DecisionsProps {
  id: string
  requestedBy: string
  operator: Operator
}

/** Nobody agrees to what they asked for; whoever may give instructions may take one off the list. */
function Decisions({ id, requestedBy, operator: { name, role } }: DecisionsProps) {
  const own = requestedBy.toLowerCase() === name.toLowerCase()
  const mayApprove = mayAs(role, 'approver') && !own
  const mayRefuse = mayAs(role, 'operator')
  if (!mayApprove && !mayRefuse) return <span class="none">not yours to decide</span>
  return (
    <span class="row">
      {mayApprove && <a href={`/approvals/${id}/do/approve`}>Approve</a>}
      {mayRefuse && <a href={`/approvals/${id}/do/refuse`}>Refuse</a>}
    </span>
  )
}

const says = {
  approve: 'It is carried out at once, in the name of the one who asked, and cannot be taken back.',
  refuse: 'It is taken off the list; whoever still wants it has to ask again.',
}

export function approvalAction(approval: Approval, decision: string): PageAction | undefined {
  if (decision !== 'approve' && decision !== 'refuse') return undefined
  const { id, reason, requestedBy } = approval
  const described = `${describeApproval(approval)}, of ${subjectOf(approval)}`
  return {
    command: decision === 'approve' ? approveCommand : refuseCommand,
    input: { approvalId: id },
    title: describeApproval(approval),
    verb: decision === 'approve' ? 'Approve' : 'Refuse',
    says: `${described}. ${requestedBy} asks for it: ${reason}. ${says[decision]}`,
    fields: [],
    place: '/approvals',
    back: '/approvals',
  }
}
