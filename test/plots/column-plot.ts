/** A group of columns over one name. */
export interface Group {
  name: string
  columns: readonly Column[]
}

interface Column {
  value: number
  /** What stands above it; the value when nothing is said. */
  words?: string
  tone: keyof typeof tones
}

interface Plot {
  title: string
  /** What the axis counts. */
  unit: string
  groups: readonly Group[]
  /** What each tone is, below the plot. */
  legend: readonly (readonly [keyof typeof tones, string])[]
}

/** Light and dark, so that a document shows either. */
const tones = {
  accent: ['#0c5f63', '#63c7c4'],
  pale: ['#8fc3c2', '#2b6f70'],
  bad: ['#a32018', '#ff9d95'],
} as const

const WIDTH = 820
const HEIGHT = 300
const [LEFT, TOP, BOTTOM] = [56, 44, 64]
const TALL = HEIGHT - TOP - BOTTOM

/** Columns over names, as a picture of its own: it follows the colours that the reader's device asks for. */
export function columnPlot({ title, unit, groups, legend }: Plot): string {
  const most = niceMost(Math.max(...groups.flatMap(valuesOf)))
  const yOf = (value: number) => round(TOP + TALL - (TALL * value) / most)
  const step = (WIDTH - LEFT - 12) / groups.length
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => gridLine(yOf(most * part), most * part))
  const columns = groups.map((group, index) => groupOf(group, LEFT + index * step, step, yOf))
  const keys = legend.map(([tone, words], index) => keyOf(tone, words, LEFT + index * 280))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="10"/>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    `<text class="soft" x="${WIDTH - 16}" y="26" text-anchor="end">${escaped(unit)}</text>`,
    ...lines,
    ...columns,
    ...keys,
    '</svg>',
    '',
  ].join('\n')
}

const valuesOf = ({ columns }: Group): number[] => columns.map(({ value }) => value)

/** The next that has round quarters. */
function niceMost(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)))
  return (
    [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((one) => one * power).find((one) => one >= value) ?? value
  )
}

const gridLine = (y: number, value: number): string =>
  `<line class="grid" x1="${LEFT}" x2="${WIDTH - 12}" y1="${y}" y2="${y}"/>` +
  `<text class="soft" x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${value.toLocaleString('en-US')}</text>`

function groupOf(
  { name, columns }: Group,
  x: number,
  step: number,
  yOf: (value: number) => number,
) {
  const wide = Math.min(34, (step * 0.8) / columns.length)
  const from = x + (step - wide * columns.length) / 2
  const middle = round(x + step / 2)
  const drawn = columns.map(({ value, words, tone }, index) => {
    const left = round(from + index * wide)
    const said = words ?? value.toLocaleString('en-US')
    return (
      `<rect class="${tone}" x="${left}" y="${yOf(value)}" width="${round(wide * 0.9)}" height="${round(yOf(0) - yOf(value))}" rx="2"/>` +
      `<text class="value" x="${round(left + wide * 0.45)}" y="${round(yOf(value) - 5)}" text-anchor="middle">${escaped(said)}</text>`
    )
  })
  const label = `<text class="soft" x="${middle}" y="${TOP + TALL + 18}" text-anchor="middle">${escaped(name)}</text>`
  return [...drawn, label].join('')
}

const keyOf = (tone: keyof typeof tones, words: string, x: number): string =>
  `<rect class="${tone}" x="${x}" y="${HEIGHT - 24}" width="12" height="12" rx="2"/>` +
  `<text class="soft" x="${x + 18}" y="${HEIGHT - 14}">${escaped(words)}</text>`

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const toneRules = (index: 0 | 1): string =>
  Object.entries(tones)
    .map(([name, colours]) => `.${name}{fill:${colours[index]}}`)
    .join('')

const STYLE =
  `text{font:12px system-ui,sans-serif;fill:#16202c}.title{font-size:15px;font-weight:600}.value{font-size:10.5px}.soft{fill:#56616e}` +
  `.ground{fill:#fff;stroke:#dfe4ea}.grid{stroke:#dfe4ea}${toneRules(0)}` +
  `@media (prefers-color-scheme:dark){text{fill:#e8edf2}.soft{fill:#a6b1bd}.ground{fill:#161f28;stroke:#2a3540}.grid{stroke:#2a3540}${toneRules(1)}}`
