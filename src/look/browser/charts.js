/* Figures over time as bars, with an axis, values and what is under the pointer; in the colours of the page. */
const figures = () => [...document.querySelectorAll('[data-chart]')]
const lang = document.documentElement.lang
const DAY = 86400
const date = { day: 'numeric', month: 'short', timeZone: 'UTC' }
const time = { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
const short = new Intl.NumberFormat(lang, { notation: 'compact', maximumFractionDigits: 1 })
const drawn = new Map()

/** A step of a day is called by its date, a shorter one by its time, and in a long row by both. */
function wordsOf(step, span) {
  const parts = step >= DAY ? date : span > DAY ? { ...date, ...time } : time
  const format = new Intl.DateTimeFormat(lang, parts)
  return (seconds) => format.format(seconds * 1000)
}

const sumOf = (values) => values.reduce((total, one) => total + one, 0)

function draw(figure) {
  const { times, timeWord, currency, series } = JSON.parse(figure.dataset.chart)
  const at = times.map((one) => Date.parse(one) / 1000)
  const step = at.length > 1 ? at[1] - at[0] : DAY
  const words = wordsOf(step, at.at(-1) - at[0])
  const whole = at.length > 1 ? `${words(at[0])} – ${words(at.at(-1))}` : words(at[0])
  const number = new Intl.NumberFormat(lang, currency ? { style: 'currency', currency } : {})
  const style = getComputedStyle(figure)
  const colour = (name) => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: colour('soft'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const font = `12px ${colour('sans')}`
  const wide = words(at[0]).length * 8 + 24
  const every = (plot) => Math.ceil(at.length / Math.max(2, Math.floor(plot.width / wide)))
  drawn.get(figure)?.destroy()
  drawn.set(
    figure,
    new window.uPlot(
      {
        width: figure.clientWidth,
        height: 240,
        tzDate: (seconds) => window.uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        cursor: { y: false, points: { show: false } },
        scales: {
          x: { range: (_, low, high) => [low - step * 0.58, high + step * 0.58] },
          y: { range: (_, _low, high) => [0, high || 1] },
        },
        axes: [
          {
            ...axis,
            font,
            grid: { show: false },
            splits: (plot) => plot.data[0].filter((_, index) => index % every(plot) === 0),
            values: (_, shown) => shown.map(words),
          },
          { ...axis, font, size: 56, values: (_, all) => all.map((value) => short.format(value)) },
        ],
        series: [
          // Of what is under the pointer, and else of all that is shown.
          { label: timeWord, value: (_, value) => (value === null ? whole : words(value)) },
          ...series.map(({ name, tone, values }, index) => ({
            label: name,
            width: 0,
            points: { show: false },
            fill: colour(tone),
            stroke: colour(tone),
            paths: window.uPlot.paths.bars({
              size: [0.38, 28],
              align: series.length > 1 ? [-1, 1][index] : 0,
            }),
            value: (_, value) => number.format(value ?? sumOf(values)),
          })),
        ],
      },
      [at, ...series.map(({ values }) => values)],
      figure,
    ),
  )
}

if (window.uPlot) {
  const all = () => figures().forEach(draw)
  all()
  document.addEventListener('renewed', all)
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', all)
  const sizes = new ResizeObserver((seen) => {
    for (const { target } of seen)
      drawn.get(target)?.setSize({ width: target.clientWidth, height: 240 })
  })
  figures().forEach((one) => sizes.observe(one))
}
