import type { Approval } from '../../postgres/approvals.ts'
import type { Operator } from '../../postgres/operators.ts'
import { day, escape } from '../../review/markup.ts'
import type { Stuck } from '../../review/stuck.ts'
import { savedViews } from '../saved-views.ts'
import { approvalsTable } from './approvals-page.ts'
import { idLink, layout, link, section } from './layout.ts'

/** Where an operator begins: what needs a look or a decision, and the views of the Temporal UI. */
export const startPage = (
  {
    stuck,
    waiting,
    operator,
  }: { stuck: readonly Stuck[]; waiting: readonly Approval[]; operator: Operator },
  { namespace, temporalUi }: { namespace: string; temporalUi: string | undefined },
): string =>
  layout(
    { title: 'Operators', place: '/', operator },
    section(
      'A payment',
      `<form action="/payments"><input name="id" aria-label="Payment id" required><button>Show</button></form><p>${link('/payments', 'Search by order, amount, card, payer or reference')}</p>`,
    ) +
      section('Stuck', stuckTable(stuck)) +
      section('Waiting for a second person', approvalsTable(waiting, operator)) +
      (temporalUi === undefined
        ? ''
        : section('In the Temporal UI', viewsList(`${temporalUi}/namespaces/${namespace}`))),
  )

const stuckTable = (stuck: readonly Stuck[]): string =>
  stuck.length === 0
    ? '<p class="none">Nothing is stuck.</p>'
    : `<div class="wide" role="region" aria-label="Stuck" tabindex="0"><table><thead><tr><th>id</th><th>merchant</th><th>status</th><th>reason</th><th>since, UTC</th><th>explanation</th></tr></thead><tbody>${stuck
        .map(rowOf)
        .join('')}</tbody></table></div>`

const rowOf = ({ id, workflowId, merchantId, status, reason, since, explanation }: Stuck): string =>
  `<tr><td>${workflowId.startsWith('pay/') ? idLink(`/payments/${id}`, id) : escape(workflowId)}</td>` +
  [merchantId, status, reason, day(since), explanation]
    .map((cell) => `<td>${escape(cell)}</td>`)
    .join('') +
  '</tr>'

const viewsList = (base: string): string =>
  `<ul class="views">${savedViews(new Date())
    .map(({ title, query }) => {
      const href = `${base}/workflows?query=${encodeURIComponent(query)}`
      return `<li>${link(href, title)}</li>`
    })
    .join('')}</ul>`
