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
export function BarChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const most = Math.max(...bars.map(({ value, behind = 0 }) => Math.max(value, behind)), 1e-9)
  const wide = (value: number) => Math.round(((WIDTH - LEFT - 150) * value) / most)
  return (
    <svg
      {...{ class: 'chart', viewBox: `0 0 ${WIDTH} ${bars.length * ROW + 4}`, role: 'img' }}
      aria-label={label}
    >
      {bars.map(({ name, value, words, behind }, index) => {
        const y = index * ROW
        const place = { x: LEFT, y: y + 5, height: 18 }
        const end = LEFT + wide(Math.max(value, behind ?? 0)) + 8
        return (
          <g key={name}>
            <text {...{ x: LEFT - 10, y: y + 19, 'text-anchor': 'end' }}>{name}</text>
            {behind !== undefined && (
              <rect {...{ class: 'behind', ...place, width: wide(behind) }} />
            )}
            <rect {...{ ...place, width: wide(value) }} />
            <text {...{ x: end, y: y + 19 }}>{words}</text>
          </g>
        )
      })}
    </svg>
  )
}

export interface Column {
  name: string
  good: number
  bad: number
}

/** Columns over time: what went well below, what did not above it. */
export function ColumnChart({ columns, label }: { columns: readonly Column[]; label: string }) {
  const most = Math.max(...columns.map(({ good, bad }) => good + bad), 1)
  const step = WIDTH / Math.max(columns.length, 1)
  const high = (count: number) => (TALL * count) / most
  const every = Math.ceil(columns.length / 8)
  return (
    <svg
      {...{ class: 'chart', viewBox: `0 0 ${WIDTH} ${TALL + 32}`, role: 'img' }}
      aria-label={label}
    >
      <line {...{ x1: 0, x2: WIDTH, y1: TALL + 6, y2: TALL + 6 }} />
      {columns.map(({ name, good, bad }, index) => {
        const x = index * step + step * 0.1
        const piece = (tone: string, count: number, below: number) => (
          <rect
            {...{ class: tone, x, y: TALL + 6 - high(below) - high(count) }}
            {...{ width: step * 0.8, height: high(count) }}
          />
        )
        return (
          <g key={name}>
            {good > 0 && piece('good', good, 0)}
            {bad > 0 && piece('bad', bad, good)}
            {index % every === 0 && <text {...{ x, y: TALL + 24 }}>{name}</text>}
          </g>
        )
      })}
    </svg>
  )
}
