import type { Party, TimelineItem } from '../timeline.ts'
import { parties } from '../timeline.ts'
import { clock, duration } from '../times.ts'

const WIDTH = 1_040
const GUTTER = 196
const TOP = 54
const ROW = 34
const QUIET_MS = 30_000

const titles: Record<Party, string> = {
  merchant: 'Merchant',
  payer: 'Payer',
  operator: 'Operator',
  gateway: 'Gateway',
  provider: 'Providers',
}

/** The story as a picture: one lane per party, time downwards, an arrow for everything said. */
export function TimelinePicture({ items }: { items: readonly TimelineItem[] }) {
  const lanes = parties.filter(
    (party) =>
      ['merchant', 'gateway', 'provider'].includes(party) ||
      items.some(({ from, to }) => from === party || to === party),
  )
  const x = laneAt(lanes)
  const rows = placed(items)
  const last = rows.at(-1)
  const height = (last ? last.y + ROW : TOP) + 16
  return (
    <svg
      class="story"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label="What happened, in order"
    >
      <defs>
        {['plain', 'good', 'bad', 'waiting'].map((tone) => (
          <Head key={tone} tone={tone} />
        ))}
      </defs>
      {lanes.map((party) => (
        <Lane key={party} title={titles[party]} x={x(party)} height={height} />
      ))}
      {rows.map(({ item, y, quietMs, sinceMs }, index) => (
        <g key={index}>
          {quietMs !== undefined && <Pause y={y - ROW} ms={quietMs} />}
          {sinceMs !== undefined && <Moment y={y} at={item.at} sinceMs={sinceMs} />}
          {item.from === item.to ? (
            <Step item={item} x={x(item.from)} y={y} />
          ) : (
            <Arrow item={item} from={x(item.from)} to={x(item.to)} y={y} />
          )}
        </g>
      ))}
    </svg>
  )
}

interface Placed {
  item: TimelineItem
  y: number
  /** How long nothing happened before it, when that was long. */
  quietMs: number | undefined
  /** Since the beginning; undefined of what is of the same moment as the one before. */
  sinceMs: number | undefined
}

function placed(items: readonly TimelineItem[]): Placed[] {
  let y = TOP
  const timeOf = (item: TimelineItem | undefined) => (item ? new Date(item.at).getTime() : 0)
  return items.map((item, index) => {
    const before = items[index - 1]
    const gap = before ? timeOf(item) - timeOf(before) : 0
    const isQuiet = gap > QUIET_MS
    if (isQuiet) y += ROW
    const row = {
      item,
      y,
      quietMs: isQuiet ? gap : undefined,
      sinceMs: !before || gap > 0 ? timeOf(item) - timeOf(items[0]) : undefined,
    }
    y += ROW
    return row
  })
}

/** Lanes spread evenly; the gateway is in the middle of what it talks to. */
function laneAt(lanes: readonly Party[]): (party: Party) => number {
  const space = (WIDTH - GUTTER - 60) / Math.max(1, lanes.length - 1)
  return (party) => GUTTER + 20 + lanes.indexOf(party) * Math.min(space, 420)
}

const Head = ({ tone }: { tone: string }) => (
  <marker
    id={`head-${tone}`}
    class={tone}
    viewBox="0 0 8 8"
    refX={7}
    refY={4}
    markerWidth={7}
    markerHeight={7}
    orient="auto"
  >
    <path d="M0 0 8 4 0 8z" />
  </marker>
)

const Lane = ({ title, x, height }: { title: string; x: number; height: number }) => (
  <>
    <line class="lane" x1={x} y1={36} x2={x} y2={height - 8} />
    <text class="party" x={x} y={24} text-anchor="middle">
      {title}
    </text>
  </>
)

const Moment = ({ y, at, sinceMs }: { y: number; at: Date; sinceMs: number }) => (
  <>
    <text class="time" x={0} y={y + 4}>
      {clock(at)}
    </text>
    <text class="since" x={GUTTER - 40} y={y + 4} text-anchor="end">
      {sinceMs === 0 ? '' : `+${duration(sinceMs)}`}
    </text>
  </>
)

const Pause = ({ y, ms }: { y: number; ms: number }) => (
  <>
    <line class="pause" x1={0} y1={y} x2={WIDTH} y2={y} />
    <text class="pause" x={WIDTH / 2} y={y - 5} text-anchor="middle">
      {`${duration(ms)} later`}
    </text>
  </>
)

interface ShapeProps {
  item: TimelineItem
  y: number
}

function Step({ item: { text, detail, tone }, x, y }: ShapeProps & { x: number }) {
  const width = Math.max(70, text.length * 7.2 + 26)
  return (
    <g class={`step ${tone}`}>
      <title>{detail}</title>
      <rect x={x - width / 2} y={y - 12} width={width} height={24} rx={12} />
      <text x={x} y={y + 4} text-anchor="middle">
        {text}
      </text>
    </g>
  )
}

const Arrow = ({ item, from, to, y }: ShapeProps & { from: number; to: number }) => (
  <g class={`arrow ${item.tone}`}>
    <title>{item.detail}</title>
    <line
      x1={from}
      y1={y + 5}
      x2={to > from ? to - 5 : to + 5}
      y2={y + 5}
      marker-end={`url(#head-${item.tone})`}
    />
    <text x={(from + to) / 2} y={y - 1} text-anchor="middle">
      {item.text}
    </text>
  </g>
)
