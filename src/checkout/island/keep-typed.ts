const KEY = 'typed'

/**
 * The language changes with what was typed. It stays in the browser, for as long as the other page
 * takes to load, and a security code is never kept.
 */
export function keepTyped(): void {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (kept !== null) fill(JSON.parse(kept) as (string | boolean)[])
  } catch {
    // A browser that keeps nothing for pages in a frame changes the language all the same.
    return
  }
  for (const link of document.querySelectorAll('a[hreflang]'))
    link.addEventListener('click', () => {
      const typed = inputs().map((input) => (input.type === 'radio' ? input.checked : input.value))
      sessionStorage.setItem(KEY, JSON.stringify(typed))
    })
}

/** The same in the same order, whatever the language. */
const inputs = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('main input:not([type=hidden],[name=cvv])'),
]

function fill(kept: (string | boolean)[]): void {
  for (const [index, input] of inputs().entries())
    if (input.type === 'radio') input.checked = kept[index] === true
    else input.value = String(kept[index] ?? '')
}
