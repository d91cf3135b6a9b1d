import { savedViews } from '../../operator/saved-views.ts'

/** Where the UI looks for them in a browser; both are kept by namespace. */
const COLUMNS = 'namespace-workflow-table-columns'
const VIEWS = 'saved-workflow-queries'

const columns = ['Status', 'Workflow ID', 'PaymentStatus', 'AmountMinor', 'Currency']
  .concat('Method', 'MerchantId', 'NextDueAt', 'Start')
  .map((label) => ({ label }))

/**
 * The UI keeps columns and saved views in each browser and takes none from its server, so a script
 * gives them before the page begins: our views anew, with the times of today; columns only to who has
 * chosen none.
 */
export function viewsScript(namespace: string, now: Date): string {
  const views = savedViews(now).map(({ title, query }, index) => ({
    id: `tollgate-${String(index)}`,
    name: title,
    query,
    type: 'user',
  }))
  return `(() => {
  const namespace = ${JSON.stringify(namespace)}
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)) ?? {} } catch { return {} } }
  const write = (key, value) => localStorage.setItem(key, JSON.stringify({ ...read(key), [namespace]: value }))
  if (!read('${COLUMNS}')[namespace]) write('${COLUMNS}', ${JSON.stringify(columns)})
  const own = (read('${VIEWS}')[namespace] ?? []).filter(({ id }) => !String(id).startsWith('tollgate-'))
  write('${VIEWS}', [...${JSON.stringify(views)}, ...own])
})()
`
}
