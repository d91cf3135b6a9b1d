import type { Response } from 'express'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (value: unknown) =>
  String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Escapes whatever is put into it, unless it is already `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const render = (value: unknown): string =>
    value instanceof Html
      ? value.text
      : Array.isArray(value)
        ? value.map(render).join('')
        : escapeHtml(value ?? '')
  return new Html(strings.reduce((all, part, index) => all + render(values[index - 1]) + part))
}

export const hidden = (fields: Record<string, string>): Html[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )

/** Scripts and styles come from files only, so that no markup a visitor sends can run. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"

export function sendPage(response: Response, title: string, content: Html, status = 200): void {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/assets/sandbox.css" />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`
  response
    .status(status)
    .set('content-security-policy', policy)
    .set('cache-control', 'no-store')
    .type('html')
    .send(page.text)
}
