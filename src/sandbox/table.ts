import { html } from './html.ts'
import type { Html } from './html.ts'

/** A table that scrolls in a box of its own where the screen is narrow. */
export const table = (name: string, headings: string[], rows: unknown[][]): Html =>
  html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
