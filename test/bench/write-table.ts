import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const BEGIN = '<!-- bench: begin -->'
const END = '<!-- bench: end -->'

/** Into the place that a document keeps for it; a file without one becomes the table. */
export function writeTable(file: string, markdown: string): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, placed(before, markdown))
}

export function placed(document: string, markdown: string): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (from < 0 || to < from) return markdown
  const [head, tail] = [document.slice(0, from + BEGIN.length), document.slice(to)]
  return `${head}\n\n${markdown.trim()}\n\n${tail}`
}
