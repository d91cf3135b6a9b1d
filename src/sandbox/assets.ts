import type { Router } from 'express'
import express from 'express'

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; --ink: #16202c; --soft: #56616e; --line: #d9dee5; --ground: #f6f8f9; --paper: #fff; --accent: #0c5f63; --on: #fff; --good: #13693c; --bad: #a32018 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --soft: #a6b1bd; --line: #2e3944; --ground: #0e151c; --paper: #172029; --accent: #63c7c4; --on: #04211f; --good: #7fd6a4; --bad: #ff9d95 } }
body { margin: 0; background: var(--ground); color: var(--ink) }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem 3rem }
a { color: var(--accent) }
h1 { letter-spacing: -.01em; line-height: 1.2 } h2 { margin-top: 2rem }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
*, ::before { box-sizing: border-box }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { color: var(--soft); font-weight: 600 }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; font-size: .9375rem }
input, select { font: inherit; padding: .55rem .7rem; width: 100%; box-sizing: border-box; color: inherit; background: var(--paper); border: 1px solid #7a8694; border-radius: 8px }
input[type=checkbox] { width: 1.1rem; height: 1.1rem; accent-color: var(--accent); vertical-align: -.15rem }
.check { font-weight: 400 }
button, .button { display: inline-block; font: inherit; font-weight: 600; padding: .6rem 1.1rem; margin: 1rem .5rem 0 0; color: var(--accent); background: transparent; border: 1px solid var(--accent); border-radius: 8px; cursor: pointer; text-decoration: none }
.primary { color: var(--on); background: var(--accent) }
code { font-size: .95em; overflow-wrap: anywhere } td code { overflow-wrap: normal }
h1, p { overflow-wrap: anywhere }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); gap: 1rem }
.card { padding: 1.25rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px }
.card h2 { margin: 0 } .card .primary { width: 100% } .price { font-size: 1.375rem; font-weight: 650; margin: 0 }
.picture { display: block; width: 100%; height: auto; margin-bottom: 1rem }
.sign { font-size: 2.25rem }
.thanks { max-width: 34rem; margin: 0 auto 2rem } .thanks h1 { margin: 0 0 .5rem; color: var(--accent) } .thanks .picture { max-width: 14rem; margin: 0 auto 1rem }
.thanks dl { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1.5rem; margin: 1rem 0 0 } .thanks dt { color: var(--soft) } .thanks dd { margin: 0; overflow-wrap: anywhere }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; font-size: .8125rem } summary { cursor: pointer; color: var(--accent); margin: .4rem 0 }
.bank { max-width: 32rem; margin: 0 auto; padding: 0 1.5rem 1.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
.bank header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: 0 -1.5rem 1.5rem; padding: 1rem 1.5rem; background: #12324f; color: #fff }
.bank header h1 { flex: 1; margin: 0; font-size: 1.25rem } .bank header p { margin: 0; font-size: .875rem } .bank header img { border-radius: 8px; background: #fff }
.bank h2 { margin: 0 } .bank dl { margin: 1rem 0 0 } .bank dt { color: var(--soft); font-size: .875rem } .bank dd { margin: 0 0 .75rem; overflow-wrap: anywhere }
.trail { font-size: .875rem }
.actions { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end }
.actions form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end } .actions label { margin: 0 } .actions input { width: 8rem } .actions button { margin: 0 }
.badge { padding: .1rem .6rem; border-radius: 99px; border: 1px solid currentcolor; font-size: .875rem }
.badge[data-status=COMPLETED], .badge[data-status=SETTLED] { color: var(--good) } .badge[data-status=REJECTED], .badge[data-status=ERROR] { color: var(--bad) } .badge[data-status=CANCELLED] { color: var(--soft) }
`

/** Spares a payer with scripts the last click; without scripts the button is there. */
const continueScript = `document.querySelector('form[data-continue]')?.submit()\n`

/** Loads the page again when what it shows has changed, but never in the way of a click. */
const liveScript = `const live = document.querySelector('[data-live]')
let isLeaving = false
addEventListener('beforeunload', () => (isLeaving = true))
setInterval(async () => {
  if (!live || document.activeElement?.tagName === 'INPUT') return
  const answer = await fetch(live.dataset.live).catch(() => undefined)
  if (!answer?.ok) return
  const { state } = await answer.json()
  if (state !== live.dataset.known && !isLeaving) location.reload()
}, 1500)
`

/** A page in a frame says to whoever shows it that it is done, and with what. */
const messageScript = `const told = document.querySelector('[data-tells]')?.dataset.tells
if (told !== undefined && parent !== window) parent.postMessage({ fingerprinting_result: told }, '*')
`

export function createAssets(): Router {
  const router = express.Router()
  router.get('/assets/sandbox.css', (_request, response) => void response.type('css').send(style))
  router.get(
    '/assets/continue.js',
    (_request, response) => void response.type('js').send(continueScript),
  )
  router.get('/assets/live.js', (_request, response) => void response.type('js').send(liveScript))
  router.get(
    '/assets/tell-parent.js',
    (_request, response) => void response.type('js').send(messageScript),
  )
  return router
}
