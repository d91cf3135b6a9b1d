/* Figures by day as bars, with an axis, values and what is under the pointer; in the colours of the page. */
const figures = () => [...document.querySelectorAll('[data-chart]')]
const lang = document.documentElement.lang
const dayOf = new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const short = new Intl.NumberFormat(lang, { notation: 'compact', maximumFractionDigits: 1 })
const drawn = new Map()

function draw(figure) {
  const { days, dayWord, currency, series } = JSON.parse(figure.dataset.chart)
  const money = new Intl.NumberFormat(lang, { style: 'currency', currency })
  const style = getComputedStyle(figure)
  const colour = (name) => style.getPropertyValue(`--${name}`).trim()
  const axis = {
    stroke: colour('soft'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { show: false },
  }
  const isDay = (value) => Number.isInteger((value - 43200) / 86400)
  const font = `12px ${colour('sans')}`
  drawn.get(figure)?.destroy()
  drawn.set(
    figure,
    new window.uPlot(
      {
        ...{ width: figure.clientWidth, height: 240 },
        tzDate: (seconds) => window.uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
        cursor: { y: false, points: { show: false } },
        scales: {
          x: { range: (_, low, high) => [low - 50000, high + 50000] },
          y: { range: [0, null] },
        },
        axes: [
          {
            ...{ ...axis, font, grid: { show: false } },
            splits: (plot) =>
              plot.data[0].filter((_, index) => index % Math.ceil(days.length / 8) === 0),
            values: (_, at) => at.map((value) => (isDay(value) ? dayOf.format(value * 1000) : '')),
          },
          { ...axis, font, size: 56, values: (_, at) => at.map((value) => short.format(value)) },
        ],
        series: [
          { label: dayWord, value: (_, at) => (at === null ? '' : dayOf.format(at * 1000)) },
          ...series.map(({ name }, index) => ({
            ...{ label: name, width: 0, points: { show: false } },
            fill: colour(['accent', 'accent-soft'][index]),
            stroke: colour(['accent', 'accent-soft'][index]),
            paths: window.uPlot.paths.bars({
              size: [0.38, 28],
              align: series.length > 1 ? [-1, 1][index] : 0,
            }),
            value: (_, value) => (value === null ? '' : money.format(value)),
          })),
        ],
      },
      [
        days.map((day) => Date.parse(`${day}T12:00:00Z`) / 1000),
        ...series.map(({ values }) => values),
      ],
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
