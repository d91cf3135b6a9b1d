import { Account, LogoFile } from '../../contract/account.ts'
import { MOST_LOGO_BYTES } from '../../domain/looks/picture.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'
import { readPicture } from '../intake/picture/read-picture.ts'
import { accountOf } from '../lists/account-view.ts'
import { actOf } from '../lists/webhook-view.ts'
import { invalidField } from '../refused.ts'

export const putLogo = endpoint({
  method: 'put',
  path: '/account/logo',
  tag: 'Self-service',
  summary: 'Upload the logo of your payment page',
  description:
    'A PNG, JPEG or WebP picture of at most 200 kB, 2000 pixels along and 1,000,000 pixels in all, told by its ' +
    'content. It is kept without what cameras and programs write beside a picture, and served by us. ' +
    'Another `logoURL` takes its place, and `null` takes it away.',
  resource: 'PAYMENT',
  permit: refuseAgents,
  body: LogoFile,
  mostBytes: 2 * MOST_LOGO_BYTES,
  answer: Account,
  rejects: [],
  handle: async (services, request) => {
    const { caller, body } = request
    const file = Buffer.from(body.picture, 'base64')
    if (file.length > MOST_LOGO_BYTES) throw invalidField('picture', 'must be of at most 200 kB')
    const picture = await readPicture(file)
    if (typeof picture === 'string') throw invalidField('picture', picture)
    await services.accounts.putLogo(caller.merchant, picture, actOf(request))
    const changed = await services.merchants.find(caller.merchantId)
    return accountOf(changed ?? caller.merchant, services.config.server.publicUrl)
  },
})
