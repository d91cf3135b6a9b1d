import { Router } from 'express'
import { renderPage } from '../kit/page.ts'
import { WORK } from './saved-views.ts'

/**
 * The way to what people look for in the Temporal UI, through our own sign-in: only with its session can the UI's page have payloads
 * decoded. A page and not a redirect, because a form may not lead from here to another origin.
 */
export function temporalUiRoute(uiUrl: string | undefined, namespace: string): Router {
  const router = Router()
  router.get('/temporal', (_request, response, next) => {
    if (uiUrl === undefined) return next()
    const list = new URL(`/namespaces/${namespace}/workflows`, uiUrl)
    list.searchParams.set('query', WORK)
    response.type('html').send(renderPage(<OnTheWay address={list.href} />))
  })
  return router
}

const OnTheWay = ({ address }: { address: string }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>Temporal UI</title>
      <meta http-equiv="refresh" content={`0;url=${address}`} />
    </head>
    <body>
      <p>
        <a href={address}>To the Temporal UI</a>
      </p>
    </body>
  </html>
)
