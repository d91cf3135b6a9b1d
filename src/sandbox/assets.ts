import type { Router } from 'express'
import express from 'express'

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
main.narrow { max-width: 24rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; vertical-align: top }
label { display: block; margin: 1rem 0 .3rem }
input { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box }
button { font: inherit; padding: .5rem 1rem; margin: 1rem .5rem 0 0 }
code { font-size: .95em }
`

/** Spares a payer with scripts the last click; without scripts the button is there. */
const continueScript = `document.querySelector('form[data-continue]')?.submit()\n`

export function createAssets(): Router {
  const router = express.Router()
  router.get('/assets/sandbox.css', (_request, response) => void response.type('css').send(style))
  router.get(
    '/assets/continue.js',
    (_request, response) => void response.type('js').send(continueScript),
  )
  return router
}
