import { createHttp } from '../http.ts'
import { createClient } from './client.ts'
import type { ThreeDsOptions, ThreeDs } from './types.ts'

export { parseResult, resultAcknowledged } from './result.ts'
export type * from './types.ts'

export const createThreeDs = (options: ThreeDsOptions): ThreeDs =>
  createClient(createHttp(options), options.acquirerBin ?? '400000')
