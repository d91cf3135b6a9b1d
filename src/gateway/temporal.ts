import { Client, Connection } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import { fileURLToPath } from 'node:url'
import { createPayloadCodec } from '../vault/payload-codec.ts'
import type { KeyRing } from '../vault/key-ring.ts'

export const namespaceOf = (): string => loadClientConnectConfig().namespace ?? 'default'

/** Whatever Temporal stores is encrypted; what it cannot read back never stops a payment. */
export const dataConverterOf = (keyRing: KeyRing): DataConverter => ({
  payloadConverterPath: fileURLToPath(
    new URL('../../workflows/payload-converter.ts', import.meta.url),
  ),
  failureConverterPath: fileURLToPath(
    new URL('../../workflows/failure-converter.ts', import.meta.url),
  ),
  payloadCodecs: [createPayloadCodec(keyRing)],
})

/** Connects on first use, so that a process can start while the server is away. */
export function createTemporalClient(keyRing: KeyRing): Client {
  const { connectionOptions } = loadClientConnectConfig()
  const connection = Connection.lazy({ ...connectionOptions, connectTimeout: '3s' })
  return new Client({
    connection,
    namespace: namespaceOf(),
    dataConverter: dataConverterOf(keyRing),
  })
}
