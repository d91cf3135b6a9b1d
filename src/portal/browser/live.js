/* A page follows what it is about: when something was committed it is asked for again and put in its place. */
const { body } = document
const main = document.querySelector('main')
const said = document.createElement('p')
const AGAIN_MS = 3000
let source
let isAsking = false
/** Something came while somebody was writing, or while the page was being asked for. */
let isLate = false

function listen() {
  if (source || document.hidden) return
  const { follows, shown } = body.dataset
  source = new EventSource(`/portal/live?about=${encodeURIComponent(follows)}&since=${shown}`)
  source.addEventListener('changed', renew)
  source.addEventListener('over', stop)
}

/** A page that nobody sees takes nobody's place. */
function stop() {
  source?.close()
  source = undefined
}

const isWriting = () => document.activeElement?.matches('main input, main select, main textarea')

async function renew() {
  isLate = isAsking || isWriting()
  if (isLate) return
  isAsking = true
  try {
    const answer = await fetch(location.href, { headers: { 'x-follows': '1' }, cache: 'no-store' })
    if (answer.redirected) return location.reload()
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
    else if (answer.status === 429 || answer.status >= 500) askAgain()
  } catch {
    askAgain()
  } finally {
    isAsking = false
    if (isLate && !isWriting()) renew()
  }
}

/** It may have been the last change: nothing else would bring what it was about. */
function askAgain() {
  setTimeout(() => source && renew(), AGAIN_MS)
}

function show(next) {
  body.dataset.shown = next.body.dataset.shown
  const fresh = next.querySelector('main')
  if (!fresh || fresh.isEqualNode(main)) return
  const open = [...main.querySelectorAll('details')].map((one) => one.open)
  const focused = document.activeElement?.closest('main a')?.getAttribute('href')
  main.replaceChildren(...fresh.childNodes)
  main.querySelectorAll('details').forEach((one, index) => {
    one.open ||= open[index] ?? false
  })
  const link = [...main.querySelectorAll('a')].find((one) => one.getAttribute('href') === focused)
  if (focused) link?.focus({ preventScroll: true })
  const status = main.querySelector('[data-status]')?.textContent ?? ''
  if (said.textContent !== status) said.textContent = status
  document.dispatchEvent(new Event('renewed'))
}

if (body.dataset.follows) {
  said.className = 'visually-hidden'
  said.setAttribute('role', 'status')
  body.append(said)
  listen()
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()))
  document.addEventListener('focusout', () => setTimeout(() => isLate && renew()))
}
