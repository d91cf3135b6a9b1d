import { placesIn } from './api-document.ts'
import type { ApiDocument } from './api-document.ts'
import { anchorOf } from './markdown-to-html.tsx'
import { prosePages } from './pages.ts'

/** What can be found: its title, where it is, and words that lead there. */
export interface Entry {
  title: string
  path: string
  words: string
}

/** Small enough to travel whole, so that searching asks nobody. */
export async function searchIndex(document: ApiDocument): Promise<Entry[]> {
  const operations = placesIn(document).map(({ path, method, operation }) => ({
    title: operation.summary,
    path: `/docs/operations/${operation.operationId}`,
    words: `${method} ${path} ${operation.operationId} ${memberNames(operation.requestBody, document)}`,
  }))
  const prose = await Promise.all(
    prosePages.map(async ({ path, title, read }) => entriesOf(path, title, await read())),
  )
  return [...operations, ...prose.flat()]
}

/** A page by its sections with all their words, and by the codes and numbers that its tables begin with. */
function entriesOf(path: string, page: string, text: string): Entry[] {
  const [opening = '', ...sections] = text.split(/^(?=##+ )/m)
  const headings = sections.map((section) => {
    const [, title = ''] = /^##+ (.+)$/m.exec(section) ?? []
    return {
      title: `${page}: ${title}`,
      path: `${path}#${anchorOf(title)}`,
      words: wordsIn(section.replace(/^.*\n/, '')),
    }
  })
  const rows = [...text.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code = '', rest = '']) => ({
    title: code,
    path: `${path}#${code}`,
    words: rest,
  }))
  return [{ title: page, path, words: wordsIn(opening) }, ...headings, ...rows]
}

/** Each once, as they are looked for; a card's number is one word, however it is grouped. */
function wordsIn(text: string): string {
  const joined = text.replaceAll(/(?<=\d) (?=\d{4})/g, '')
  return [...new Set(joined.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu))].join(' ')
}

/** The names of the request's own members, one level deep. */
function memberNames(request: unknown, document: ApiDocument): string {
  const [, name] =
    /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(request ?? {})) ?? []
  const schema = name === undefined ? undefined : document.components.schemas[name]
  return Object.keys(schema?.properties ?? {}).join(' ')
}
