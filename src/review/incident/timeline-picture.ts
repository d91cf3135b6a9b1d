import { clock, duration, escape } from '../markup.ts'
import type { Party, TimelineItem } from '../timeline.ts'
import { parties } from '../timeline.ts'

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
export function timelinePicture(items: readonly TimelineItem[]): string {
  const lanes = parties.filter(
    (party) =>
      ['merchant', 'gateway', 'provider'].includes(party) ||
      items.some(({ from, to }) => from === party || to === party),
  )
  const x = laneAt(lanes)
  let y = TOP
  const start = items[0] ? new Date(items[0].at).getTime() : 0
  const drawn = items.map((item, index) => {
    const before = items[index - 1]
    const at = new Date(item.at).getTime()
    const gap = before ? at - new Date(before.at).getTime() : 0
    const quiet = gap > QUIET_MS ? pause(y, gap) : ''
    if (quiet) y += ROW
    const row = y
    y += ROW
    const isNewMoment = !before || gap > 0
    const time = isNewMoment ? moment(row, item.at, at - start) : ''
    const shape = item.from === item.to ? step(item, x(item.from), row) : arrow(item, x, row)
    return quiet + time + shape
  })
  const height = y + 16
  const columns = lanes.map((party) => column(titles[party], x(party), height))
  return `<svg viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" aria-label="What happened, in order" class="story">
<defs>${['plain', 'good', 'bad', 'waiting'].map(head).join('')}</defs>
${columns.join('')}${drawn.join('')}</svg>`
}

/** Lanes spread evenly; the gateway is in the middle of what it talks to. */
function laneAt(lanes: readonly Party[]): (party: Party) => number {
  const space = (WIDTH - GUTTER - 60) / Math.max(1, lanes.length - 1)
  return (party) => GUTTER + 20 + lanes.indexOf(party) * Math.min(space, 420)
}

const head = (tone: string): string =>
  `<marker id="head-${tone}" class="${tone}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>`

const column = (title: string, x: number, height: number): string =>
  `<line class="lane" x1="${String(x)}" y1="36" x2="${String(x)}" y2="${String(height - 8)}"/>` +
  `<text class="party" x="${String(x)}" y="24" text-anchor="middle">${title}</text>`

const moment = (y: number, at: Date, sinceMs: number): string =>
  `<text class="time" x="0" y="${String(y + 4)}">${clock(at)}</text>` +
  `<text class="since" x="${String(GUTTER - 40)}" y="${String(y + 4)}" text-anchor="end">${sinceMs === 0 ? '' : `+${duration(sinceMs)}`}</text>`

const pause = (y: number, gapMs: number): string =>
  `<line class="pause" x1="0" y1="${String(y)}" x2="${String(WIDTH)}" y2="${String(y)}"/>` +
  `<text class="pause" x="${String(WIDTH / 2)}" y="${String(y - 5)}" text-anchor="middle">${duration(gapMs)} later</text>`

function step({ text, detail, tone }: TimelineItem, x: number, y: number): string {
  const width = Math.max(70, text.length * 7.2 + 26)
  return (
    `<g class="step ${tone}"><title>${escape(detail)}</title>` +
    `<rect x="${String(x - width / 2)}" y="${String(y - 12)}" width="${String(width)}" height="24" rx="12"/>` +
    `<text x="${String(x)}" y="${String(y + 4)}" text-anchor="middle">${escape(text)}</text></g>`
  )
}

function arrow(item: TimelineItem, x: (party: Party) => number, y: number): string {
  const { from, to, text, detail, tone } = item
  const [left, right] = [x(from), x(to)]
  const end = right > left ? right - 5 : right + 5
  return (
    `<g class="arrow ${tone}"><title>${escape(detail)}</title>` +
    `<line x1="${String(left)}" y1="${String(y + 5)}" x2="${String(end)}" y2="${String(y + 5)}" marker-end="url(#head-${tone})"/>` +
    `<text x="${String((left + right) / 2)}" y="${String(y - 1)}" text-anchor="middle">${escape(text)}</text></g>`
  )
}
