import { Router } from 'express'
import { escape } from '../review/markup.ts'

/**
 * The way to the Temporal UI through our own sign-in: only with its session can the UI's page have payloads
 * decoded. A page and not a redirect, because a form may not lead from here to another origin.
 */
export function temporalUiRoute(uiUrl: string | undefined): Router {
  const router = Router()
  router.get('/temporal', (_request, response, next) => {
    if (uiUrl === undefined) return next()
    const address = escape(new URL(uiUrl).href)
    response
      .type('html')
      .send(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Temporal UI</title>' +
          `<meta http-equiv="refresh" content="0;url=${address}"></head>` +
          `<body><p><a href="${address}">To the Temporal UI</a></p></body></html>`,
      )
  })
  return router
}
