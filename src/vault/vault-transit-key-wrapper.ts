import { z } from 'zod'
import type { KeyWrapper } from './key-wrapper.ts'

type Options = { address: string; token: () => string; keyName: string; mount?: string | undefined }

const TIMEOUT_MS = 5_000
const KeyAnswer = z.object({ data: z.object({ latest_version: z.number().int() }) })
const EncryptAnswer = z.object({ data: z.object({ ciphertext: z.string().regex(/^vault:v\d+:/) }) })
const DecryptAnswer = z.object({ data: z.object({ plaintext: z.base64() }) })

/** Wraps data keys with HashiCorp Vault's transit engine; the wrapping key never comes here. */
export function createVaultTransitKeyWrapper(options: Options): KeyWrapper {
  const { keyName } = options
  const keyIdOf = (keyVersion: string) => `${keyName}:${keyVersion}`

  return {
    currentKeyId: async () => {
      const { data } = KeyAnswer.parse(await call(options, 'keys'))
      return keyIdOf(`v${data.latest_version}`)
    },

    wrap: async (dataKey, aad) => {
      const plaintext = dataKey.toString('base64')
      const body = { plaintext, associated_data: aad.toString('base64') }
      const { ciphertext } = EncryptAnswer.parse(await call(options, 'encrypt', body)).data
      const keyVersion = ciphertext.split(':', 2)[1] as string
      return { keyId: keyIdOf(keyVersion), wrapped: Buffer.from(ciphertext) }
    },

    unwrap: async ({ wrapped }, aad) => {
      const body = { ciphertext: wrapped.toString(), associated_data: aad.toString('base64') }
      const { plaintext } = DecryptAnswer.parse(await call(options, 'decrypt', body)).data
      return Buffer.from(plaintext, 'base64')
    },
  }
}

async function call(options: Options, verb: string, body?: object): Promise<unknown> {
  const { address, token, keyName, mount = 'transit' } = options
  const response = await fetch(new URL(`/v1/${mount}/${verb}/${keyName}`, address), {
    method: body ? 'POST' : 'GET',
    headers: { 'X-Vault-Token': token(), 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
    ...(body && { body: JSON.stringify(body) }),
  })
  // The answer's text is left out: an error of the engine may echo what it was sent.
  if (!response.ok) throw new Error(`transit ${verb} answered ${response.status}`)
  return response.json()
}
