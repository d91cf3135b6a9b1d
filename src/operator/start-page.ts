import { escape, day } from '../review/markup.ts'
import { pageStyle } from '../review/page-style.ts'
import type { Stuck } from '../review/stuck.ts'
import { savedViews } from './saved-views.ts'

/** Where an operator begins: what needs a look, a payment to find, and the views of the Temporal UI. */
export function startPage(
  stuck: readonly Stuck[],
  { namespace, temporalUi }: { namespace: string; temporalUi: string | undefined },
): string {
  const rows = stuck.map(
    ({ id, workflowId, merchantId, status, reason, since, explanation }) =>
      `<tr><td>${workflowId.startsWith('pay/') ? `<a href="/payments/${escape(id)}">${escape(id)}</a>` : escape(workflowId)}</td>` +
      [merchantId, status, reason, day(since), explanation]
        .map((cell) => `<td>${escape(cell)}</td>`)
        .join('') +
      '</tr>',
  )
  const views = savedViews(new Date()).map(
    ({ title, query }) =>
      `<li><a href="${escape(`${temporalUi ?? ''}/namespaces/${namespace}/workflows?query=${encodeURIComponent(query)}`)}">${escape(title)}</a></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Operators</title><style>${pageStyle}</style></head><body>
<header><p class="id">Tollgate</p><h1>Operators</h1><form method="post" action="/sign-out"><button>Sign out</button></form></header><main>
<section><h2>A payment</h2><form action="/payments"><input name="id" aria-label="Payment id" required><button>Show</button></form></section>
<section><h2>Stuck</h2>${
    rows.length === 0
      ? '<p class="none">Nothing is stuck.</p>'
      : `<div class="wide"><table><thead><tr><th>id</th><th>merchant</th><th>status</th><th>reason</th><th>since</th><th>explanation</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  }</section>
${temporalUi === undefined ? '' : `<section><h2>In the Temporal UI</h2><ul>${views.join('')}</ul></section>`}
</main></body></html>
`
}
