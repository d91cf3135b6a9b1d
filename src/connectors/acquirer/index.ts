import { createHttp } from '../http.ts'
import type { ProviderOptions } from '../http.ts'
import { createClient } from './client.ts'
import type { Acquirer } from './types.ts'

export type { FollowUpRequest } from '../follow-up.ts'
export type * from './types.ts'

export const createAcquirer = (options: ProviderOptions): Acquirer =>
  createClient(createHttp(options))
