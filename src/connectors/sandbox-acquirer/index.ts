import type { Acquirer } from '../acquirer.ts'
import { createHttp } from '../http.ts'
import type { ProviderOptions } from '../http.ts'
import { createClient } from './client.ts'

export const createAcquirer = (options: ProviderOptions): Acquirer =>
  createClient(createHttp(options))
