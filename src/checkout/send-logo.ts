import type { RequestHandler } from 'express'
import { LOGOS } from '../domain/looks/logo-address.ts'
import type { Uses } from '../http/for-checkout.ts'

export const LOGO_ROUTE = `${LOGOS}/:merchantId/:file`

/** A picture that a merchant has uploaded: whatever it holds besides, a browser draws it and does nothing else. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="logo"',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  // The portal shows it from another origin, in the preview of the page.
  'cross-origin-resource-policy': 'cross-origin',
}

export const sendLogo =
  ({ accounts }: Uses<'accounts'>): RequestHandler =>
  async (request, response, next) => {
    const { merchantId, file } = request.params
    const isName = /^[0-9a-f]{32}\.(png|jpg|webp)$/.test(String(file))
    const path = `${LOGOS}/${encodeURIComponent(String(merchantId))}/${String(file)}`
    const logo = isName ? await accounts.findLogo(String(merchantId), path) : undefined
    if (!logo) return next()
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader('content-type', logo.mediaType)
    response.send(logo.content)
  }
