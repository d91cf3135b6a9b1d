import { escape } from '../../review/markup.ts'

const WIDTH = 720
const LEFT = 200
const ROW = 30
const TALL = 160

export interface Bar {
  name: string
  value: number
  /** The value in words. */
  words: string
  /** A second, longer bar behind the first, such as a slower share of the same. */
  behind?: number
}

/** Bars to the right, one for each name. The same stands in a table beside it, so it is a picture. */
export function barChart(bars: readonly Bar[], label: string): string {
  const most = Math.max(...bars.map(({ value, behind = 0 }) => Math.max(value, behind)), 1e-9)
  const width = (value: number) => String(Math.round(((WIDTH - LEFT - 150) * value) / most))
  const rows = bars.map(({ name, value, words, behind }, index) => {
    const y = index * ROW
    const back =
      behind === undefined
        ? ''
        : `<rect class="behind" x="${String(LEFT)}" y="${String(y + 5)}" width="${width(behind)}" height="18"/>`
    return `<text x="${String(LEFT - 10)}" y="${String(y + 19)}" text-anchor="end">${escape(name)}</text>${back}<rect x="${String(LEFT)}" y="${String(y + 5)}" width="${width(value)}" height="18"/><text x="${String(LEFT + Number(width(Math.max(value, behind ?? 0))) + 8)}" y="${String(y + 19)}">${escape(words)}</text>`
  })
  return `<svg class="chart" viewBox="0 0 ${String(WIDTH)} ${String(bars.length * ROW + 4)}" role="img" aria-label="${escape(label)}">${rows.join('')}</svg>`
}

export interface Column {
  name: string
  good: number
  bad: number
}

/** Columns over time: what went well below, what did not above it. */
export function columnChart(columns: readonly Column[], label: string): string {
  const most = Math.max(...columns.map(({ good, bad }) => good + bad), 1)
  const step = WIDTH / Math.max(columns.length, 1)
  const high = (count: number) => (TALL * count) / most
  const every = Math.ceil(columns.length / 8)
  const drawn = columns.map(({ name, good, bad }, index) => {
    const x = (index * step + step * 0.1).toFixed(1)
    const wide = (step * 0.8).toFixed(1)
    const piece = (tone: string, count: number, below: number) =>
      count === 0
        ? ''
        : `<rect class="${tone}" x="${x}" y="${(TALL + 6 - high(below) - high(count)).toFixed(1)}" width="${wide}" height="${high(count).toFixed(1)}"/>`
    const words =
      index % every === 0 ? `<text x="${x}" y="${String(TALL + 24)}">${escape(name)}</text>` : ''
    return piece('good', good, 0) + piece('bad', bad, good) + words
  })
  return `<svg class="chart" viewBox="0 0 ${String(WIDTH)} ${String(TALL + 32)}" role="img" aria-label="${escape(label)}"><line x1="0" x2="${String(WIDTH)}" y1="${String(TALL + 6)}" y2="${String(TALL + 6)}"/>${drawn.join('')}</svg>`
}
