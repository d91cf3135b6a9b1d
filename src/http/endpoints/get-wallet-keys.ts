import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const SpkiKey = z.object({ publicKey: z.string().describe('Base64 of the SPKI form') })

export const getWalletKeys = endpoint({
  method: 'get',
  base: '',
  path: '/.well-known/wallet-keys.json',
  tag: 'Service',
  summary: 'Public keys that wallets encrypt to',
  resource: 'NONE',
  answer: z.object({ google: SpkiKey, apple: SpkiKey, c2p: z.looseObject({ kid: z.string() }) }),
  rejects: [],
  handle: ({ walletKeys }) => walletKeys(),
})
