import type { ComponentChildren } from 'preact'

interface Props {
  label: string
  days: readonly string[]
  /** What a day is called, before its date. */
  dayWord: string
  currency: string
  series: readonly { name: string; values: readonly number[] }[]
  /** The same figures as a table, for whoever cannot see a canvas and for browsers without scripts. */
  children: ComponentChildren
}

/** Figures by day, drawn by the browser: `browser/charts.js` of the portal. */
export const Chart = ({ label, days, dayWord, currency, series, children }: Props) => (
  <>
    <figure
      {...{ class: 'chart', role: 'img', 'aria-label': label }}
      data-chart={JSON.stringify({ days, dayWord, currency, series })}
    />
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
}) => <meter {...{ 'aria-label': label, min: 0, max: Math.max(whole, 1), value: part }} />
