import { placesIn } from './api-document.ts'
import type { ApiDocument } from './api-document.ts'
import { guides } from './guides.ts'
import { escapeHtml } from './escape-html.ts'
import { prosePages } from './pages.ts'

export interface Shown {
  title: string
  /** Where it is, so that the menu can mark it. */
  path: string
  content: string
}

/** A page of the documents: bar, content, menu. The menu follows the content, and stands beside it on wide screens. */
export function layout(document: ApiDocument, { title, path, content }: Shown): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(title)} · Tollgate</title><link rel="icon" href="data:,">` +
    `<link rel="stylesheet" href="/docs/docs.css"><script src="/docs/docs.js" type="module"></script></head>` +
    '<body><a class="skip" href="#content">Skip to the content</a>' +
    '<header class="bar"><a class="brand" href="/docs">Tollgate</a><a class="to-menu" href="#menu">Menu</a></header>' +
    `<div class="frame"><main id="content">${content}</main>${menu(document, path)}</div></body></html>`
  )
}

function menu(document: ApiDocument, here: string): string {
  const link = (path: string, text: string) =>
    `<li><a href="${path}"${path === here ? ' aria-current="page"' : ''}>${text}</a></li>`
  const group = (title: string, links: string[]) => `<h2>${title}</h2><ul>${links.join('')}</ul>`
  const ofGuides = prosePages.slice(0, guides.length)
  const tags = document.tags.map(({ name }) => {
    const own = placesIn(document).filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(({ method, operation }) =>
      link(
        `/docs/operations/${operation.operationId}`,
        `<span class="verb ${method}">${method.toUpperCase()}</span> ${escapeHtml(operation.summary)}`,
      ),
    )
    const isHere = own.some(({ operation }) => here.endsWith(`/${operation.operationId}`))
    return `<details${isHere || name === 'Payments' ? ' open' : ''}><summary>${name}</summary><ul>${links.join('')}</ul></details>`
  })
  return (
    '<nav id="menu" aria-label="Documents"><div id="search"></div>' +
    group('Start', [
      link('/docs', 'Overview'),
      ...ofGuides.map((one) => link(one.path, one.title)),
    ]) +
    `<h2>Reference</h2>${tags.join('')}` +
    group(
      'Look up',
      prosePages.slice(guides.length).map((one) => link(one.path, one.title)),
    ) +
    group('Tools', [
      '<li><a href="/docs/operations/createPayment#try">Try it</a></li>',
      '<li><a href="/v1/ecommerce/openapi.json">OpenAPI document</a></li>',
      '<li><a href="/docs/postman.json" download>Postman collection</a></li>',
    ]) +
    '</nav>'
  )
}
