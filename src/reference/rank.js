/** @typedef {{ title: string, path: string, words: string }} Entry */

const MOST = 12

/**
 * What fits a query best, first: words of titles before words of texts, whole words before beginnings, and a
 * word with a slip of the finger last.
 * @param {readonly Entry[]} index
 * @param {string} query
 * @returns {Entry[]}
 */
export function rank(index, query) {
  const wanted = wordsOf(query)
  if (wanted.length === 0) return []
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
    .slice(0, MOST)
    .map(({ entry }) => entry)
}

/** @param {string} text */
const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Every word that was asked for must be there in some way.
 * @param {Entry} entry @param {string[]} wanted */
function scoreOf({ title, path, words }, wanted) {
  const places = [
    { known: wordsOf(title), weight: 10 },
    { known: wordsOf(path), weight: 6 },
    { known: wordsOf(words), weight: 3 },
  ]
  let sum = path.includes('/operations/') ? 1 : 0
  for (const word of wanted) {
    const best = Math.max(
      ...places.flatMap(({ known, weight }) => known.map((one) => weight * likeness(one, word))),
      0,
    )
    if (best === 0) return 0
    sum += best
  }
  // What the title begins with is what it is about: the operation, and not a list of its kind.
  return sum + 4 * likeness(wordsOf(title)[0] ?? '', wanted[0] ?? '')
}

/** From 1 for the same word to 0 for another one.
 * @param {string} known @param {string} wanted */
function likeness(known, wanted) {
  if (known === wanted) return 1
  if (known.startsWith(wanted)) return 0.75
  if (wanted.length > 2 && known.includes(wanted)) return 0.5
  const slips = wanted.length < 4 || /\d/.test(wanted) ? 0 : wanted.length < 8 ? 1 : 2
  return slips > 0 && isNear(known, wanted, slips) ? 0.3 : 0
}

/** Whether so many letters left out, added, changed or swapped make one of the other.
 * @param {string} a @param {string} b @param {number} most */
function isNear(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return false
  let [before, last] = [/** @type {number[]} */ ([]), Array.from(b, (_, index) => index)]
  last.push(b.length)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped && row > 1 && column > 1 ? (before[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return (last[b.length] ?? Infinity) <= most
}
