import { Router } from 'express'
import { organizations } from '../domain/instrument.ts'

/** Plain marks of the card organizations; the lists of methods point to them. */
export function icons(): Router {
  const router = Router()
  for (const organization of organizations) {
    const image = drawing(organization)
    router.get(`/icons/${organization.toLowerCase()}.svg`, (_request, response) => {
      response.set('cache-control', 'public, max-age=86400')
      response.type('image/svg+xml').send(image)
    })
  }
  return router
}

const drawing = (name: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 60" role="img">' +
  '<rect width="96" height="60" rx="8" fill="#1f2937"/>' +
  '<text x="48" y="35" fill="#fff" font-family="sans-serif" font-size="13" font-weight="700" ' +
  `text-anchor="middle">${name}</text></svg>`
