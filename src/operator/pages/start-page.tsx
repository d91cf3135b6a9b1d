import { Card } from '../../kit/parts.tsx'
import type { Approval } from '../../postgres/approvals.ts'
import type { Operator } from '../../postgres/operators.ts'
import type { Stuck } from '../../review/stuck.ts'
import { savedViews } from '../saved-views.ts'
import { Approvals } from './approvals-page.tsx'
import { Day, IdLink, layout, List, Pill } from './layout.tsx'

interface Begun {
  stuck: readonly Stuck[]
  waiting: readonly Approval[]
  operator: Operator
}

/** Where an operator begins: what needs a look or a decision, and the views of the Temporal UI. */
export const startPage = (
  { stuck, waiting, operator }: Begun,
  { namespace, temporalUi }: { namespace: string; temporalUi: string | undefined },
): string =>
  layout(
    { title: 'Operators', place: '/', operator },
    <>
      <Card title="Stuck">
        <List
          name="Stuck"
          none="Nothing is stuck."
          head={['id', 'merchant', 'status', 'reason', 'since, UTC', 'explanation']}
          rows={stuck.map(rowOf)}
        />
      </Card>
      <Approvals waiting={waiting} operator={operator} />
      {temporalUi !== undefined && <UiViews base={`${temporalUi}/namespaces/${namespace}`} />}
    </>,
  )

const rowOf = ({ id, workflowId, merchantId, status, reason, since, explanation }: Stuck) => [
  workflowId.startsWith('pay/') ? <IdLink href={`/payments/${id}`} id={id} isRow /> : workflowId,
  ...[merchantId, <Pill status={status} />, reason, <Day at={since} />, explanation],
]

const UiViews = ({ base }: { base: string }) => (
  <Card title="In the Temporal UI">
    <ul class="plain">
      {savedViews(new Date()).map(({ title, query }) => (
        <li key={title}>
          <a href={`${base}/workflows?query=${encodeURIComponent(query)}`}>{title}</a>
        </li>
      ))}
    </ul>
  </Card>
)
