import type { ComponentChildren } from 'preact'

interface Series {
  name: string
  values: readonly number[]
  /** Of the look. */
  tone: 'accent' | 'accent-soft' | 'good' | 'bad'
}

interface Props {
  label: string
  /** When each step begins, in steps of the same length; of days their dates. */
  times: readonly string[]
  /** What a step is called, before its time. */
  timeWord: string
  /** Of what is money. */
  currency?: string
  series: readonly Series[]
  /** The same figures as a table, for whoever cannot see a canvas and for browsers without scripts. */
  children: ComponentChildren
}

/** Figures over time, drawn by the browser: `browser/charts.js` of the look. */
export const Chart = ({ label, children, ...drawn }: Props) => (
  <>
    <figure class="chart" role="img" aria-label={label} data-chart={JSON.stringify(drawn)} />
    {children}
  </>
)

/** How many of how many, beside the figure that says so. */
export const ShareBar = ({
  label,
  part,
  whole,
}: {
  label: string
  part: number
  whole: number
}) => <meter aria-label={label} min={0} max={whole || 1} value={part} />
