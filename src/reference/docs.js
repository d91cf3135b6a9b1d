import { rank } from './rank.js'
import './try-it.js'

/* What the documents can do with scripts, and can do without: search, copying, one language for all samples. */
const search = document.querySelector('#search')
search.innerHTML =
  '<label for="query">Search</label> <kbd aria-hidden="true">/</kbd><input id="query" type="search" autocomplete="off" placeholder="capture, BLIK, refund_exists …">' +
  '<p id="count" role="status"></p><ul id="found"></ul>'
const query = search.querySelector('input')
const found = search.querySelector('#found')
const count = search.querySelector('#count')
let index

query.addEventListener('input', async () => {
  index ??= await (await fetch('/docs/search.json')).json()
  const hits = rank(index, query.value)
  count.textContent =
    query.value.trim() === '' ? '' : hits.length === 0 ? 'Nothing found' : `${hits.length} found`
  found.replaceChildren(...hits.map(itemOf))
})

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  query.focus()
})

function itemOf({ title, path, words }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  const more = document.createElement('small')
  link.href = path
  link.textContent = title
  more.textContent = words.slice(0, 70)
  link.append(more)
  item.append(link)
  return item
}

for (const block of document.querySelectorAll('pre')) {
  const frame = document.createElement('div')
  frame.className = 'with-copy'
  block.replaceWith(frame)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  frame.append(block, button)
}

/* Storage may be forbidden; the choice is then for this page only. */
const remembered = (() => {
  try {
    return localStorage
  } catch {
    return undefined
  }
})()
const language = remembered?.getItem('language')
for (const choice of document.querySelectorAll('[name=language]')) {
  if (choice.value === language) choice.checked = true
  choice.addEventListener('change', () => remembered?.setItem('language', choice.value))
}
