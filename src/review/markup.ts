import { tellSealed } from '../domain/texts/sealed-number.ts'

/** Text that stands in a page: nothing in it is taken for markup. */
export const escape = (text: Cell): string =>
  tellSealed(String(text ?? ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

export type Cell = string | number | null | undefined

export const tableOf = (headings: string[], rows: Cell[][]): string =>
  rows.length === 0
    ? '<p class="none">none</p>'
    : `<div class="wide" role="region" aria-label="${escape(headings.join(', '))}" tabindex="0"><table><thead><tr>${headings.map((one) => `<th>${escape(one)}</th>`).join('')}</tr></thead><tbody>${rows
        .map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`)
        .join('')}</tbody></table></div>`

export const fold = (title: string, content: string): string =>
  `<details><summary>${escape(title)}</summary>${content}</details>`

export const jsonBlock = (value: unknown): string =>
  `<pre>${escape(JSON.stringify(value, null, 1))}</pre>`

/** The time of day to the millisecond; the day stands once at the top. */
export const clock = (at: string | Date): string => new Date(at).toISOString().slice(11, 23)

export const day = (at: string | Date | number): string =>
  new Date(at).toISOString().slice(0, 19).replace('T', ' ')

/** How long something took, in the unit a person would use. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${String(Math.round(ms))} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 7_200_000) return `${String(Math.round(ms / 60_000))} min`
  if (ms < 172_800_000) return `${(ms / 3_600_000).toFixed(1)} h`
  return `${(ms / 86_400_000).toFixed(1)} days`
}
