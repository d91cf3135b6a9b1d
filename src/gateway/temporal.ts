import { Client, Connection } from '@temporalio/client'
import type { ConnectionLike } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { loadClientConnectConfig } from '@temporalio/envconfig'
import { modulePath } from '../built.ts'
import { traceClient } from '../tracing/client-interceptor.ts'
import { isRecording } from '../tracing/trace.ts'
import { createPayloadCodec } from '../vault/payload-codec.ts'
import type { KeyRing } from '../vault/key-ring.ts'

export const namespaceOf = (): string => loadClientConnectConfig().namespace ?? 'default'

/** Whatever Temporal stores is encrypted; what it cannot read back never stops a payment. */
export const dataConverterOf = (keyRing: KeyRing): DataConverter => ({
  payloadConverterPath: modulePath('../../workflows/payload-converter', import.meta.url),
  failureConverterPath: modulePath('../../workflows/failure-converter', import.meta.url),
  payloadCodecs: [createPayloadCodec(keyRing)],
})

export interface Demands {
  environment: 'sandbox' | 'production'
  temporal: { withoutTls: string | undefined }
}

/** How the server is reached, unless production forbids it. */
export function connectionOptionsOf(demands: Demands): ConnectionOptions {
  const { connectionOptions } = loadClientConnectConfig()
  refuseOpenWire(Boolean(connectionOptions.tls), demands)
  return connectionOptions
}

type ConnectionOptions = ReturnType<typeof loadClientConnectConfig>['connectionOptions']

/** A server that was away for minutes is found again in seconds: gRPC by itself would wait up to two minutes. */
const channelArgs = {
  'grpc.initial_reconnect_backoff_ms': 250,
  'grpc.max_reconnect_backoff_ms': 2_000,
}

/** Over the connection that its workers use, or one of its own that connects on first use. */
export function createTemporalClient(
  keyRing: KeyRing,
  demands: Demands,
  given?: ConnectionLike,
): Client {
  const connection =
    given ?? Connection.lazy({ ...connectionOptionsOf(demands), connectTimeout: '3s', channelArgs })
  return new Client({
    connection,
    namespace: namespaceOf(),
    dataConverter: dataConverterOf(keyRing),
    ...(isRecording() && { interceptors: { workflow: [traceClient] } }),
  })
}

/**
 * Payloads are sealed, but ids and amounts in search attributes are not, and whoever speaks to the
 * server can end workflows. Where another layer encrypts, the setting says which.
 */
export function refuseOpenWire(
  isEncrypted: boolean,
  { environment, temporal: { withoutTls } }: Demands,
): void {
  if (environment !== 'production' || isEncrypted || withoutTls !== undefined) return
  throw new Error(
    'production needs a Temporal server with TLS (TEMPORAL_TLS or TEMPORAL_API_KEY); where the ' +
      'network itself encrypts, say so in TEMPORAL_WITHOUT_TLS',
  )
}
