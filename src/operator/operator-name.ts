import type { Request } from 'express'

/** Who signed in: the name beside the password, or the one that a program gives with its token. */
export function operatorName(request: Request): string {
  const [scheme = '', credentials = ''] = (request.get('authorization') ?? '').split(' ')
  const named = /^basic$/i.test(scheme)
    ? Buffer.from(credentials, 'base64').toString().split(':')[0]
    : request.get('x-operator')
  return (named ?? '').replace(/[^\w.@-]/g, '').slice(0, 64) || 'operator'
}
