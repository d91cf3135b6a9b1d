import { createHttp } from '../http.ts'
import type { ProviderOptions } from '../http.ts'
import { createClient } from './client.ts'
import type { TokenServiceName, TokenService } from './types.ts'

export { parseLifecycle } from './mapping.ts'
export type * from './types.ts'

/** Visa's and Mastercard's token services, behind one address. */
export function createTokenServices(
  options: ProviderOptions,
): Record<TokenServiceName, TokenService> {
  const http = createHttp(options)
  return { vts: createClient(http, 'vts'), scof: createClient(http, 'scof') }
}
