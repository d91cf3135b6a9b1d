interface Props {
  label: string
  bars: readonly { name: string; value: number; text: string }[]
}

const WIDTH = 720
const HEIGHT = 160

/** A picture of bars; the same figures stand in a table beside it. */
export function Chart({ label, bars }: Props) {
  const highest = Math.max(...bars.map(({ value }) => value), 0)
  const step = WIDTH / Math.max(bars.length, 1)
  return (
    <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
      {bars.map(({ name, value, text }, index) => {
        const height = highest === 0 ? 0 : (value / highest) * (HEIGHT - 8)
        return (
          <rect
            key={name}
            class="bar-mark"
            x={index * step + step * 0.15}
            y={HEIGHT - 1 - height}
            width={step * 0.7}
            height={height}
          >
            <title>{`${name}: ${text}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

/** How much of the whole, beside the figure that says so. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg class="share" viewBox="0 0 100 10" aria-hidden="true">
    <rect class="whole" width="100" height="10" rx="2" />
    <rect class="bar-mark" width={Math.round(share * 100)} height="10" rx="2" />
  </svg>
)
