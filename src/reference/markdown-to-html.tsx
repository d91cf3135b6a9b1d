import { Marked } from 'marked'
import type { Tokens } from 'marked'
import { renderPart } from '../kit/page.ts'
import { Html } from './html.tsx'

/** Where a link leads; undefined makes it plain text. */
type LinkTo = (target: string) => string | undefined

/** Our guides and descriptions as HTML; markup in them is text. */
export const markdownToHtml = (markdown: string, linkTo?: LinkTo): string =>
  createWriter(linkTo).parse(markdown, { async: false }).trim()

/** The same for a line inside of a sentence. */
export const inline = (text: string): string => plainWriter.parseInline(text, { async: false })

function createWriter(linkTo: LinkTo = (target) => target): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => renderPart(<>{text}</>),
      image: ({ text }) => renderPart(<>{text}</>),
      code: ({ text }) =>
        `${renderPart(
          <pre tabIndex={0}>
            <code>{text}</code>
          </pre>,
        )}\n`,
      heading({ tokens, depth, text }) {
        const tag = `h${String(depth)}`
        return `<${tag} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</${tag}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = isAddress(href) ? linkTo(href) : undefined
        return target === undefined
          ? words
          : renderPart(<Html tag="a" href={target} html={words} />)
      },
      table({ header, rows }) {
        const cellOf = (cell: Tokens.TableCell) =>
          tableCell(cell, this.parser.parseInline(cell.tokens))
        const table = [header, ...rows].map((cells) => tableRow(cells, cells.map(cellOf).join('')))
        return `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>${table.join('')}</table></div>\n`
      },
    },
  })
}

const plainWriter = createWriter()

/** Pages of ours and of the web: what a browser would run is none. */
const isAddress = (href: string): boolean => /^(https?:\/\/|[\w./#-]+$)/.test(href)

/** A row that begins with a code can be linked to. */
function tableRow([first]: Tokens.TableCell[], html: string): string {
  const named = /^`(\w+)`$/.exec(first?.text ?? '')?.[1]
  return `<tr${named === undefined ? '' : ` id="${named}"`}>${html}</tr>`
}

/** A header without a word names nothing: screen readers must not announce it as one. */
function tableCell({ header, text }: Tokens.TableCell, html: string): string {
  const tag = header && text !== '' ? 'th' : 'td'
  return `<${tag}>${html}</${tag}>`
}

/** As GitHub makes anchors of headings, so that a link works in both places. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
