import type { Evidence } from '../evidence.ts'

/** What a longer storm would have left: the same run so many times, each with ids and orders of its own. */
export function manyRuns(run: Evidence, times: number): Evidence {
  const text = JSON.stringify(run)
  const subjects = run.ends.map(({ id }) => id)
  const orders = run.commands.flatMap(({ extOrderId }) => extOrderId ?? [])
  const names = new RegExp([...new Set([...subjects, ...orders])].join('|'), 'g')
  const runs = Array.from({ length: times }, (_, index) => {
    const mark = inLetters(index)
    return JSON.parse(text.replace(names, (name) => mark + name)) as Evidence
  })
  return {
    commands: runs.flatMap(({ commands }) => commands),
    ends: runs.flatMap(({ ends }) => ends),
    books: runs.flatMap(({ books }) => books),
    disputed: runs.flatMap(({ disputed }) => disputed),
    notes: runs.flatMap(({ notes }) => notes),
    balances: run.balances.map(({ currency, availableMinor, reservedMinor }) => ({
      currency,
      availableMinor: availableMinor * times,
      reservedMinor: reservedMinor * times,
    })),
  }
}

/** Our ids are letters. */
const inLetters = (index: number): string =>
  [...String(index).padStart(6, '0')]
    .map((digit) => String.fromCharCode(97 + Number(digit)))
    .join('')
