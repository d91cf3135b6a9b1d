/** Where a link leads; undefined makes it plain text. */
type LinkTo = (target: string) => string | undefined

/** As much of Markdown as our guides use: headings, paragraphs, lists, tables and code. */
export function markdownToHtml(markdown: string, linkTo: LinkTo = (target) => target): string {
  const blocks: string[] = []
  const lines = markdown.split('\n')
  for (let index = 0; index < lines.length;) {
    const [html, next] = readBlock(lines, index, linkTo)
    if (html !== '') blocks.push(html)
    index = next
  }
  return blocks.join('\n')
}

type Block = [html: string, next: number]

function readBlock(lines: string[], from: number, linkTo: LinkTo): Block {
  const line = lines[from] ?? ''
  if (line.trim() === '') return ['', from + 1]
  if (line.startsWith('```')) return readCode(lines, from + 1)
  const [, marks, title = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? []
  if (marks) {
    const tag = `h${String(marks.length)}`
    return [`<${tag} id="${anchorOf(title)}">${inline(title, linkTo)}</${tag}>`, from + 1]
  }
  if (line.startsWith('|')) return readTable(lines, from, linkTo)
  if (/^(-|\d+\.) /.test(line)) return readList(lines, from, linkTo)
  const end = endOf(lines, from, (one) => one.trim() !== '' && !/^(```|#|\||- )/.test(one))
  return [`<p>${inline(lines.slice(from, end).join(' '), linkTo)}</p>`, end]
}

function readCode(lines: string[], from: number): Block {
  const end = endOf(lines, from, (line) => !line.startsWith('```'))
  return [
    `<pre tabindex="0"><code>${escapeHtml(lines.slice(from, end).join('\n'))}</code></pre>`,
    end + 1,
  ]
}

function readList(lines: string[], from: number, linkTo: LinkTo): Block {
  const end = endOf(lines, from, (line) => /^(-|\d+\.|\s{2,}) ?\S/.test(line))
  const items: string[] = []
  for (const line of lines.slice(from, end)) {
    if (/^\s/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else items.push(line.replace(/^(-|\d+\.) /, ''))
  }
  const tag = /^\d/.test(lines[from] ?? '') ? 'ol' : 'ul'
  return [
    `<${tag}>${items.map((item) => `<li>${inline(item, linkTo)}</li>`).join('')}</${tag}>`,
    end,
  ]
}

function readTable(lines: string[], from: number, linkTo: LinkTo): Block {
  const end = endOf(lines, from, (line) => line.startsWith('|'))
  const rows = lines.slice(from, end).filter((line) => !/^\|[-| :]+\|$/.test(line))
  const cells = rows.map((row) => row.slice(1, -1).split(/(?<!\\)\|/))
  const rowsOf = cells.map((row, index) => {
    // A header without a word names nothing: screen readers must not announce it as one.
    const tagOf = (cell: string) => (index === 0 && cell !== '' ? 'th' : 'td')
    const named = /^`(\w+)`$/.exec(row[0]?.trim() ?? '')?.[1]
    const id = named === undefined ? '' : ` id="${named}"`
    const cellsOf = row.map((cell) => inline(cell.trim().replaceAll('\\|', '|'), linkTo))
    const html = cellsOf.map((cell) => `<${tagOf(cell)}>${cell}</${tagOf(cell)}>`)
    return `<tr${id}>${html.join('')}</tr>`
  })
  const table = `<table>${rowsOf.join('')}</table>`
  return [`<div class="scroll" role="group" aria-label="Table" tabindex="0">${table}</div>`, end]
}

function endOf(lines: string[], from: number, belongs: (line: string) => boolean): number {
  const length = lines.slice(from).findIndex((line) => !belongs(line))
  return length === -1 ? lines.length : from + Math.max(length, 1)
}

export const inline = (text: string, linkTo: LinkTo = (target) => target): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, (_, code: string) => `<code>${literally(code)}</code>`)
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w*])\*([^\s*<>](?:[^*<>]*[^\s*<>])?)\*(?![\w*])/g, '<em>$1</em>')
    .replace(/&lt;(https?:\/\/[\w.:/?#=-]+)&gt;/g, '<a href="$1">$1</a>')
    .replace(/\[([^[\]]+)\]\(([\w./:#-]+)\)/g, (_, words: string, target: string) => {
      const href = linkTo(target)
      return href === undefined ? words : `<a href="${href}">${words}</a>`
    })

/** What means something in prose means itself in code. */
const literally = (code: string): string =>
  code.replaceAll('*', '&#42;').replaceAll('&lt;http', '&#60;http')

/** As GitHub makes anchors of headings, so that a link works in both places. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
