import { html } from '../html.ts'
import type { Html } from '../html.ts'

/** What the goods look like, drawn here so that nothing is loaded. */
const shapes: Readonly<Record<string, Html>> = {
  coffee: html`<path d="M74 34h52l8 84a8 8 0 0 1-8 8H74a8 8 0 0 1-8-8z" fill="#6f4a33" />
    <path d="M70 34h60l-4-14H74z" fill="#4e3323" />
    <rect x="74" y="62" width="52" height="36" rx="4" fill="#f3e6d6" />
    <ellipse cx="100" cy="80" rx="9" ry="12" fill="#6f4a33" />
    <path d="M100 69c-5 7 5 15 0 22" fill="none" stroke="#f3e6d6" stroke-width="2" />`,
  lamp: html`<path d="M62 122h64v6H62z" fill="#2f3b46" />
    <path d="M92 122 74 78l34-30" fill="none" stroke="#2f3b46" stroke-width="6" />
    <path d="m98 38 26-14 20 34-34 16z" fill="#d9822b" />
    <path d="m112 72 30-14 14 52H106z" fill="#ffd98a" opacity=".55" />
    <circle cx="74" cy="78" r="6" fill="#2f3b46" />`,
  bicycle: html`<g fill="none" stroke="#2f3b46" stroke-width="5">
      <circle cx="62" cy="98" r="28" />
      <circle cx="140" cy="98" r="28" />
    </g>
    <path
      d="M62 98 84 52h40l16 46M84 52l18 46 22-46M62 98h40"
      fill="none"
      stroke="#0c5f63"
      stroke-width="6"
      stroke-linejoin="round"
    />
    <path d="M76 46h20M120 52l-4-14h14" fill="none" stroke="#2f3b46" stroke-width="5" />`,
}

export const pictureOf = (id: string): Html =>
  html`<svg class="picture" viewBox="0 0 200 140" aria-hidden="true" focusable="false">
    <rect width="200" height="140" rx="12" fill="#e9f1f0" />
    ${shapes[id] ?? ''}
  </svg>`
