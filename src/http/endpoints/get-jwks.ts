import { z } from 'zod'
import { publicJwks } from '../../vault/encrypted-fields.ts'
import { endpoint } from '../endpoint.ts'

export const getJwks = endpoint({
  method: 'get',
  base: '',
  path: '/.well-known/jwks.json',
  tag: 'Service',
  summary: 'Public keys',
  description:
    'With `use: sig` to verify tokens, with `use: enc` to encrypt `encInstrumentNo`, `encExpDate` ' +
    'and `encCvv`.',
  resource: 'NONE',
  answer: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
  rejects: [],
  handle: ({ keyRing }) => publicJwks(keyRing),
})
