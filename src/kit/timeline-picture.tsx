import type { Language } from '../checkout/texts/texts.ts'
import { formatMoment, formatUnits } from './formats.ts'
import type { TimeUnit } from './formats.ts'

export interface Moment {
  at: string | Date
  text: string
  tone?: 'good' | 'bad' | undefined
  /** Has not happened yet. */
  isAhead?: boolean
}

interface Props {
  t: { picture: { title: string; ahead: string; happened: string } }
  language: Language
  moments: readonly Moment[]
}

const WIDTH = 340
const STEP = 60
const TOP = 20

/**
 * A line of time from top to bottom: what has happened is filled, what lies ahead is hollow on a broken line,
 * and between two moments stands how long it was. The same stands as text beside it.
 */
export function TimelinePicture({ t, language, moments }: Props) {
  const height = TOP * 2 + Math.max(0, moments.length - 1) * STEP
  const yOf = (index: number) => TOP + index * STEP
  const spoken = moments.map(
    ({ at, text, isAhead }) =>
      `${formatMoment(language, at)}: ${text} (${isAhead ? t.picture.ahead : t.picture.happened})`,
  )
  return (
    <svg
      class="timeline"
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-labelledby="timeline-title timeline-desc"
    >
      <title id="timeline-title">{t.picture.title}</title>
      <desc id="timeline-desc">{spoken.join('; ')}</desc>
      {moments.slice(1).map(({ at, isAhead }, index) => (
        <g key={index}>
          <line
            class={isAhead ? 'way ahead' : 'way'}
            x1={12}
            x2={12}
            y1={yOf(index)}
            y2={yOf(index + 1)}
          />
          <text class="between" x="32" y={yOf(index) + STEP / 2 + 9}>
            {apart(language, moments[index]?.at ?? at, at)}
          </text>
        </g>
      ))}
      {moments.map(({ at, text, tone, isAhead }, index) => (
        <g key={index}>
          <circle
            class={['dot', tone, isAhead && 'ahead'].filter(Boolean).join(' ')}
            cx={12}
            cy={yOf(index)}
            r={7}
          />
          <text class="what" x="32" y={yOf(index) + 1}>
            {text}
          </text>
          <text class="when" x="32" y={yOf(index) + 16}>
            {formatMoment(language, at)}
          </text>
        </g>
      ))}
    </svg>
  )
}

const units: readonly (readonly [TimeUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** `+ 7 days`: in the largest unit that it is one of; nothing for what was at once. */
function apart(language: Language, from: string | Date, to: string | Date): string {
  const seconds = Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000)
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? []
  if (unit === undefined || size === undefined) return ''
  return `+ ${formatUnits(language, Math.round(seconds / size), unit)}`
}
