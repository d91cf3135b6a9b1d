import { Readable } from 'node:stream'
import { z } from 'zod'
import { linkUrl } from '../../domain/payment/payment-link.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { Download, endpoint } from '../endpoint.ts'
import { findLink } from '../lists/link-view.ts'
import { qrCode } from '../qr-code.ts'

export const getLinkCode = endpoint({
  method: 'get',
  path: '/links/:linkId/qr.svg',
  tag: 'Payment links',
  summary: 'A payment link as a QR code',
  description: 'An SVG image, black on white, which reads the `url` of the link at any size.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: z.string(),
  contentType: 'image/svg+xml',
  rejects: ['link_not_found'],
  handle: async (services, { caller, params }) => {
    const { linkId } = await findLink(services, caller, params['linkId'])
    const url = linkUrl(services.config.server.publicUrl, caller.merchant.settings, linkId)
    return new Download(Readable.from([qrCode(url)]), {
      contentType: 'image/svg+xml',
      name: `link-${linkId}.svg`,
    })
  },
})
