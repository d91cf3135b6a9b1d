import { readFile } from 'node:fs/promises'
import { Router } from 'express'
import type { Response } from 'express'
import helmet from 'helmet'
import { sendAsset } from '../look/assets.ts'
import { font } from '../look/font.ts'
import { contextOf } from '../http/context.ts'
import type { Services, Uses } from '../http/services.ts'
import type { ApiDocument, Credentials } from './api-document.ts'
import { Html } from './html.tsx'
import { layout } from './layout.tsx'
import type { Shown } from './layout.tsx'
import { markdownToHtml } from './markdown-to-html.tsx'
import { OperationPage, placeOf } from './operation.tsx'
import { NoSuchPage, Overview } from './overview.tsx'
import { atHome, prosePages, readReceiver, receivers, servedLink } from './pages.ts'
import { llmsFullText, llmsText } from './plain-text.ts'
import { searchIndex } from './search-index.ts'
import { FONT, style } from './style.ts'

/** The API reference, with a form to try each operation, and the guides: nothing comes from elsewhere. */
export function referencePage({ openapi, config }: Uses<'openapi' | 'config'>): Router {
  const credentials = credentialsOf(config.docs)
  const document = () => openapi() as ApiDocument
  const once = createOnce()
  const show = async (
    response: Response,
    path: string,
    make: () => Promise<Omit<Shown, 'path'>> | Omit<Shown, 'path'>,
  ) => {
    const html = await once(path, async () => layout(document(), { path, ...(await make()) }))
    response.set('cache-control', 'no-store').type('html').send(html)
  }
  const router = Router({ caseSensitive: true })
  router.use('/docs', policy, (_request, response, next) => {
    contextOf(response).route = '/docs'
    next()
  })
  router.get('/docs', (_request, response) =>
    show(response, '/docs', () => ({
      title: 'Overview',
      content: <Overview document={document()} credentials={credentials} />,
    })),
  )
  router.get('/docs/operations/:operationId', async (request, response, next) => {
    const { operationId } = request.params
    const place = placeOf(document(), operationId)
    if (!place) return next()
    await show(response, `/docs/operations/${operationId}`, () => ({
      title: operationId,
      content: <OperationPage document={document()} place={place} credentials={credentials} />,
    }))
  })
  for (const { path, title, read } of prosePages)
    router.get(path, (_request, response) =>
      show(response, path, async () => {
        const text = atHome(await read(), {
          api: config.server.publicUrl,
          portal: config.docs.portalUrl,
        })
        const html = markdownToHtml(text, servedLink)
        return { title, content: <Html tag="article" html={html} /> }
      }),
    )
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
  router.get('/docs/*path', async (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next()
    const content = <NoSuchPage />
    await show(response.status(404), '', () => ({ title: 'No such page', content }))
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

const POSTMAN = new URL('../../docs/tollgate.postman_collection.json', import.meta.url)

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
