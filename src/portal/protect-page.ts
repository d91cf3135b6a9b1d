import type { Response } from 'express'

/** Scripts, looks and what they load are the portal's own: nothing comes from elsewhere, nothing stands in a page. */
const IMAGES = "img-src 'self' data:"
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  IMAGES,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

export function protectPage(response: Response, isHttps: boolean): void {
  const headers: Record<string, string> = {
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
    // With none at all, browsers name no origin on our own forms either.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/** One page may show a picture from elsewhere; of its address only the origin gets into a header. */
export function allowImages(response: Response, address: string): void {
  const { origin } = URL.canParse(address) ? new URL(address) : { origin: '' }
  if (/^https?:\/\/[\w.[\]:-]+$/.test(origin))
    response.setHeader('content-security-policy', POLICY.replace(IMAGES, `${IMAGES} ${origin}`))
}
