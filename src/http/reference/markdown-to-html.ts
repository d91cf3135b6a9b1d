/** As much of Markdown as our guides use: headings, paragraphs, lists, tables and code. */
export function markdownToHtml(markdown: string): string {
  const blocks: string[] = []
  const lines = markdown.split('\n')
  for (let index = 0; index < lines.length;) {
    const [html, next] = readBlock(lines, index)
    if (html !== '') blocks.push(html)
    index = next
  }
  return blocks.join('\n')
}

type Block = [html: string, next: number]

function readBlock(lines: string[], from: number): Block {
  const line = lines[from] ?? ''
  if (line.trim() === '') return ['', from + 1]
  if (line.startsWith('```')) return readCode(lines, from + 1)
  const [, marks, title = ''] = /^(#{1,4}) (.+)$/.exec(line) ?? []
  if (marks) return [`<h${marks.length}>${inline(title)}</h${marks.length}>`, from + 1]
  if (line.startsWith('|')) return readTable(lines, from)
  if (/^(-|\d+\.) /.test(line)) return readList(lines, from)
  const end = endOf(lines, from, (one) => one.trim() !== '' && !/^(```|#|\||- )/.test(one))
  return [`<p>${inline(lines.slice(from, end).join(' '))}</p>`, end]
}

function readCode(lines: string[], from: number): Block {
  const end = endOf(lines, from, (line) => !line.startsWith('```'))
  return [
    `<pre tabindex="0"><code>${escapeHtml(lines.slice(from, end).join('\n'))}</code></pre>`,
    end + 1,
  ]
}

function readList(lines: string[], from: number): Block {
  const end = endOf(lines, from, (line) => /^(-|\d+\.|\s{2,}) ?\S/.test(line))
  const items: string[] = []
  for (const line of lines.slice(from, end)) {
    if (/^\s/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`)
    else items.push(line.replace(/^(-|\d+\.) /, ''))
  }
  const tag = /^\d/.test(lines[from] ?? '') ? 'ol' : 'ul'
  return [`<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`, end]
}

function readTable(lines: string[], from: number): Block {
  const end = endOf(lines, from, (line) => line.startsWith('|'))
  const rows = lines.slice(from, end).filter((line) => !/^\|[-| :]+\|$/.test(line))
  const cells = rows.map((row) => row.slice(1, -1).split('|'))
  const html = cells.map((row, index) => {
    const tag = index === 0 ? 'th' : 'td'
    return `<tr>${row.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`
  })
  const table = `<table>${html.join('')}</table>`
  return [`<div class="scroll" role="group" aria-label="Table" tabindex="0">${table}</div>`, end]
}

function endOf(lines: string[], from: number, belongs: (line: string) => boolean): number {
  const length = lines.slice(from).findIndex((line) => !belongs(line))
  return length === -1 ? lines.length : from + Math.max(length, 1)
}

export const inline = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([\w./:#-]+)\)/g, '<a href="$2">$1</a>')

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
