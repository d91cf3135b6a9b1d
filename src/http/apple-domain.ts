import { readFile } from 'node:fs/promises'
import { Router } from 'express'

const PATH = '/.well-known/apple-developer-merchantid-domain-association'

/** Apple believes that our page is ours by a file of its own there, and shows its sheet nowhere else. */
export function appleDomain(file: string | undefined): Router {
  const router = Router()
  if (file === undefined) return router
  router.get(PATH, async (_request, response, next) => {
    // Another merchant is verified with another file: it is changed without a restart.
    const content = await readFile(file).catch(() => undefined)
    if (content === undefined) return next()
    response.set({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    response.type('text/plain').send(content)
  })
  return router
}
