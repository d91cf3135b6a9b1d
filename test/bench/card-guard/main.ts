import { measureAmbiguous, measureHonest, measureOrderIds, measureSpellings } from './measure.ts'
import type { Rate } from './measure.ts'
import { measurePace } from './pace.ts'

const texts = Number(process.argv[2] ?? 100_000)
const cards = Math.ceil(texts / 100)

const table = (title: string, rates: readonly Rate[]): string =>
  [
    `\n${title}`,
    ...rates.map(({ kind, texts: all, found }) => {
      const share = `${((100 * found) / all).toFixed(3)} %`
      return `  ${kind.padEnd(36)}${share.padStart(10)}  ${String(found)} of ${String(all)}`
    }),
  ].join('\n')

const honest = measureHonest(texts)
const spelled = measureSpellings(cards)
process.stdout.write(
  [
    table('Honest texts that are taken for card numbers (at most 0.1 %)', honest),
    table(
      'Order ids in a free text (as identifiers they are sealed, never refused)',
      measureOrderIds(texts),
    ),
    table('Spellings of card numbers that are found (all)', spelled),
    table('Cards that look like EAN-13 or REGON by chance', measureAmbiguous(cards)),
    `\nTime: ${measurePace()}`,
    '',
  ].join('\n'),
)
const misses = spelled.filter(({ found, texts: all }) => found < all)
const refused = honest.filter(({ found, texts: all }) => found > all / 1_000)
if (misses.length + refused.length > 0) process.exitCode = 1
