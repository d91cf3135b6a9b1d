/* `/` leads to the search from anywhere; the arrows lead from row to row of a list that was entered. */
const box = document.querySelector('[data-shortcut="/"]')
const isTyping = ({ target }) => target.closest('input, textarea, select') !== null

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
  if (event.key === '/' && box) {
    event.preventDefault()
    box.focus()
    box.select()
  }
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step) walk(event, step)
})

/** `j` and `k` begin at the first row; the arrows scroll as ever until a row has the focus. */
function walk(event, step) {
  const rows = [...document.querySelectorAll('.row-link')]
  const here = rows.indexOf(document.activeElement)
  if (here < 0 && event.key.startsWith('Arrow')) return
  const next = rows[Math.max(0, here + step)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
