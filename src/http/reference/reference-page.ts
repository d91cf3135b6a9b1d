import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import type { Response } from 'express'
import helmet from 'helmet'
import { contextOf } from '../context.ts'
import { API_BASE } from '../endpoint.ts'
import type { Services } from '../services.ts'
import type { ApiDocument } from './api-document.ts'
import { layout } from './layout.ts'
import type { Shown } from './layout.ts'
import { markdownToHtml } from './markdown-to-html.ts'
import { operationHtml } from './operation-html.ts'
import type { Credentials } from './operation-html.ts'
import { prosePages, readReceiver, receivers, servedLink } from './pages.ts'
import { llmsFullText, llmsText } from './plain-text.ts'
import { referenceHtml } from './reference-html.ts'
import { searchIndex } from './search-index.ts'
import { style } from './style.ts'

/**
 * The API reference, its try-it client, and the guides: all from this process, nothing from
 * elsewhere. The policy is looser than that of the payment page, because the client writes styles.
 */
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
        return `<article>${markdownToHtml(await read(), servedLink)}</article>`
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
  router.get('/docs/client', (_request, response) => {
    const content = '<h1>Try it</h1><div id="reference"></div>'
    show(response, { title: 'Try it', path: '/docs/client', content, head: CLIENT })
  })
  servePlainText(router, once, document)
  serveFiles(router)
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
  router.get('/docs/docs.js', async (_request, response) => {
    response.type('js').send(await readFile(SCRIPT, 'utf8'))
  })
  router.get('/docs/reference.js', (_request, response) => {
    response.type('js').send(START)
  })
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    router.get(`/docs/${file}`, (_request, response) => {
      response.set('cache-control', 'public, max-age=86400')
      response.sendFile(resolve(`swagger-ui-dist/${file}`))
    })
  router.get('/docs/postman.json', async (_request, response) => {
    response.type('json').send(await readFile(POSTMAN))
  })
}

const { resolve } = createRequire(import.meta.url)
const POSTMAN = new URL('../../../docs/tollgate.postman_collection.json', import.meta.url)
const SCRIPT = new URL('./docs.js', import.meta.url)

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

const CLIENT =
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
