import type { Operator } from '../../postgres/operators.ts'
import { escape } from '../../review/markup.ts'
import { pageStyle } from '../../review/page-style.ts'

const places = [
  ['/', 'Overview'],
  ['/payments', 'Payments'],
  ['/approvals', 'Approvals'],
  ['/settlement', 'Settlement'],
  ['/notifications', 'Notifications'],
  ['/figures', 'Figures'],
] as const

export type Place = (typeof places)[number][0]

/** A page for operators: what it is about, where one can go, and who is signed in. No scripts. */
export const layout = (
  { title, place, operator }: { title: string; place: Place; operator: Operator },
  content: string,
): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(title)} · Tollgate</title><style>${pageStyle}</style></head><body>
${navigation(place, operator)}
<header><h1>${escape(title)}</h1></header><main>
${content}
</main></body></html>
`

export const navigation = (place: Place, { name, role }: Operator): string =>
  `<nav aria-label="Pages"><strong>Tollgate</strong><ul>${places
    .map(
      ([path, words]) =>
        `<li><a href="${path}"${path === place ? ' aria-current="page"' : ''}>${words}</a></li>`,
    )
    .join('')}</ul><form method="post" action="/sign-out"><span>${escape(name)}, ${role}</span>
<button class="plain">Sign out</button></form></nav>`

export const section = (title: string, content: string): string =>
  `<section><h2>${escape(title)}</h2>${content}</section>`

/** By the beginning of an id, which searches and commands take as well; the whole is in the title. */
export const idLink = (href: string, id: string): string =>
  `<a href="${escape(href)}" title="${escape(id)}">${escape(id.slice(0, SHORT_ID))}</a>`

const SHORT_ID = 12

/** A link inside a table, which escapes everything else. */
export const link = (href: string, words: string): string =>
  `<a href="${escape(href)}">${escape(words)}</a>`
