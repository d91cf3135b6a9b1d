import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import type { Response } from 'express'
import helmet from 'helmet'
import { contextOf } from '../context.ts'
import { API_BASE } from '../endpoint.ts'
import { guides, readGuide } from './guides.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { operationHtml, referenceHtml } from './reference-html.ts'
import type { ApiDocument } from './reference-html.ts'
import type { Services } from '../services.ts'

/**
 * The API reference, its try-it client, and the guides: all from this process, nothing from
 * elsewhere. The policy is looser than that of the payment page, because the client writes styles.
 */
export function referencePage({ openapi }: Pick<Services, 'openapi'>): Router {
  const router = Router({ caseSensitive: true })
  router.use('/docs', policy, (_request, response, next) => {
    contextOf(response).route = '/docs'
    next()
  })
  router.get('/docs', (_request, response) => {
    const reference = referenceHtml(openapi() as ApiDocument)
    sendHtml(response, 'Tollgate API', `<article class="wide">${reference}</article>`, '')
  })
  router.get('/docs/operations/:operationId', (request, response, next) => {
    const operation = operationHtml(openapi() as ApiDocument, request.params.operationId)
    if (operation === undefined) return next()
    sendHtml(response, 'Tollgate API', `<article class="wide">${operation}</article>`, '')
  })
  router.get('/docs/client', (_request, response) => {
    sendHtml(response, 'Tollgate API client', '<div id="reference"></div>', VIEWER)
  })
  router.get('/docs/reference.js', (_request, response) => {
    response.type('js').send(START)
  })
  router.get('/docs/docs.css', (_request, response) => {
    response.type('css').send(STYLE)
  })
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    router.get(`/docs/${file}`, (_request, response) => {
      response.set('cache-control', 'public, max-age=86400')
      response.sendFile(resolve(`swagger-ui-dist/${file}`))
    })
  router.get('/docs/postman.json', async (_request, response) => {
    response.type('json').send(await readFile(POSTMAN))
  })
  router.get('/docs/guides/:name', async (request, response, next) => {
    const text = await readGuide(request.params.name)
    if (text === undefined) return next()
    sendHtml(response, 'Tollgate guides', `<article>${markdownToHtml(text)}</article>`, '')
  })
  return router
}

const { resolve } = createRequire(import.meta.url)
const POSTMAN = new URL('../../../docs/tollgate.postman_collection.json', import.meta.url)

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
})

const VIEWER =
  '<link rel="stylesheet" href="/docs/swagger-ui.css">' +
  '<script src="/docs/swagger-ui-bundle.js" defer></script>' +
  '<script src="/docs/reference.js" defer></script>'

/** The document is fetched like any client would fetch it; nothing is validated elsewhere. */
const START = `SwaggerUIBundle({
  url: '${API_BASE}/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
})
`

const STYLE = `
:root { color-scheme: light dark; --ink: #16202c; --paper: #fff; --tint: #f3f5f7; --line: #d9dee5; --accent: #0c5f63; --bar: #0c5f63 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --paper: #0e151c; --tint: #172029; --line: #2e3944; --accent: #63c7c4; --bar: #0b3a3d } }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere }
.bar { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.25rem; background: var(--bar) }
.bar a { color: #fff } .bar a:first-child { font-weight: 700; text-decoration: none }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px } .bar a:focus-visible { outline-color: #fff }
article { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem 4rem } article.wide { max-width: 62rem }
article pre { overflow-x: auto; padding: 1rem; border-radius: 10px; background: var(--tint); font-size: .875rem }
.scroll { overflow-x: auto } .scroll code { overflow-wrap: normal }
article table { border-collapse: collapse } article td, article th { padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: normal }
article a { color: var(--accent) }
.operations { list-style: none; padding: 0 } .operations li { padding: .375rem 0; border-bottom: 1px solid var(--line) }
article h2 { margin-top: 2rem }
#reference { background: #fff; color: #16202c; color-scheme: light }
`

function sendHtml(response: Response, title: string, content: string, head: string): void {
  const links = guides.map(({ name, title: text }) => `<a href="/docs/guides/${name}">${text}</a>`)
  const bar =
    '<nav class="bar" aria-label="Guides"><a href="/docs">Tollgate API</a>' +
    `${links.join('')}<a href="/docs/client">Try it</a><a href="/docs/postman.json" download>Postman</a></nav>`
  response
    .set('cache-control', 'no-store')
    .type('html')
    .send(
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        `<title>${title}</title><link rel="icon" href="data:,">` +
        `<link rel="stylesheet" href="/docs/docs.css">${head}</head>` +
        `<body>${bar}<main>${content}</main></body></html>`,
    )
}
