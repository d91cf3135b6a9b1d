import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import type { Response } from 'express'
import helmet from 'helmet'
import { sendAsset } from '../../look/assets.ts'
import { font } from '../../look/font.ts'
import { contextOf } from '../context.ts'
import type { Services } from '../services.ts'
import type { ApiDocument, Credentials } from './api-document.ts'
import { layout } from './layout.ts'
import type { Shown } from './layout.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { operationHtml } from './operation-html.ts'
import { atHome, prosePages, readReceiver, receivers, servedLink } from './pages.ts'
import { llmsFullText, llmsText } from './plain-text.ts'
import { referenceHtml } from './reference-html.ts'
import { searchIndex } from './search-index.ts'
import { FONT, style } from './style.ts'

/** The API reference, with a form to try each operation, and the guides: nothing comes from elsewhere. */
export function referencePage({ openapi, config }: Pick<Services, 'openapi' | 'config'>): Router {
  const credentials = credentialsOf(config.docs)
  const document = () => openapi() as ApiDocument
  const once = createOnce()
  const show = (response: Response, shown: Shown) => {
    response.set('cache-control', 'no-store').type('html').send(layout(document(), shown))
  }
  const router = Router({ caseSensitive: true })
  router.use('/docs', policy, (_request, response, next) => {
    contextOf(response).route = '/docs'
    next()
  })
  router.get('/docs', async (_request, response) => {
    const content = await once('/docs', () => {
      return `<article>${referenceHtml(document(), credentials)}</article>`
    })
    show(response, { title: 'Overview', path: '/docs', content })
  })
  router.get('/docs/operations/:operationId', (request, response, next) => {
    const { operationId } = request.params
    const content = operationHtml(document(), operationId, credentials)
    if (content === undefined) return next()
    show(response, { title: operationId, path: `/docs/operations/${operationId}`, content })
  })
  for (const { path, title, read } of prosePages)
    router.get(path, async (_request, response) => {
      const content = await once(path, async () => {
        const text = atHome(await read(), {
          ...{ api: config.server.publicUrl, portal: config.docs.portalUrl },
        })
        return `<article>${markdownToHtml(text, servedLink)}</article>`
      })
      show(response, { title, path, content })
    })
  for (const file of receivers)
    router.get(`/docs/receivers/${file}`, async (_request, response) => {
      response.type('text/plain').send(await readReceiver(file))
    })
  router.get('/docs/search.json', async (_request, response) => {
    const index = await once('search', async () => JSON.stringify(await searchIndex(document())))
    response.type('json').send(index)
  })
  // Where trying was once a page of its own.
  router.get('/docs/client', (_request, response) => {
    response.redirect(308, '/docs/operations/createPayment#try')
  })
  servePlainText(router, once, document)
  serveFiles(router)
  router.get('/docs/*path', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next()
    show(response.status(404), { title: 'No such page', path: '', content: NOT_FOUND })
  })
  return router
}

type Once = ReturnType<typeof createOnce>

/** A document is the same for everybody: it is made for the first who asks, and not for a crowd. */
function createOnce() {
  const made = new Map<string, Promise<string>>()
  return (name: string, make: () => string | Promise<string>): Promise<string> => {
    const known = made.get(name) ?? Promise.resolve().then(make)
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
}

/** Of a stack on one's own machine; nobody else sets them. */
function credentialsOf({
  merchantId,
  secret,
}: Services['config']['docs']): Credentials | undefined {
  return merchantId === undefined || secret === undefined ? undefined : { merchantId, secret }
}

/** The documents for programs that read them. */
function servePlainText(router: Router, once: Once, document: () => ApiDocument): void {
  for (const [path, text] of [
    ['/llms.txt', llmsText],
    ['/llms-full.txt', llmsFullText],
  ] as const)
    router.get(path, policy, async (_request, response) => {
      contextOf(response).route = path
      response.type('text/plain').send(await once(path, () => text(document(), prosePages)))
    })
}

function serveFiles(router: Router): void {
  router.get('/docs/docs.css', (_request, response) => {
    response.type('css').send(style)
  })
  router.get(FONT, sendAsset({ path: FONT, type: 'font/woff2', content: font.content }))
  for (const [file, source] of Object.entries(SCRIPTS))
    router.get(`/docs/${file}`, async (_request, response) => {
      response.type('js').send(await readFile(source, 'utf8'))
    })
  router.get('/docs/postman.json', async (_request, response) => {
    response.type('json').send(await readFile(POSTMAN))
  })
}

const POSTMAN = new URL('../../../docs/tollgate.postman_collection.json', import.meta.url)

/** A link that leads nowhere offers the ways on: the search stands beside it. */
const NOT_FOUND =
  '<article><h1>There is no such page</h1><p>It may have moved. Look for it in the search, or begin at the ' +
  '<a href="/docs">overview</a>, the <a href="/docs/guides/first-payment">first payment</a> or ' +
  '<a href="/docs/mistakes">what each code means</a>.</p></article>'

const SCRIPTS = {
  'docs.js': new URL('./docs.js', import.meta.url),
  'rank.js': new URL('./rank.js', import.meta.url),
  'try-it.js': new URL('./try-it.js', import.meta.url),
}

const policy = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  xFrameOptions: { action: 'deny' },
})
