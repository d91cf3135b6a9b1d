import { createHttp } from '../http.ts'
import type { ThreeDs } from '../threeds.ts'
import { createClient } from './client.ts'
import { createEmvThreeDs } from './emv.ts'
import { requestorOf } from '../requestor.ts'
import type { EmvServer, ThreeDsOptions } from './types.ts'

export { parseResult, resultAcknowledged } from './result.ts'

const SANDBOX_BIN = '400000'

export const createEmvServer = (options: ThreeDsOptions): EmvServer =>
  createClient(createHttp(options), (organization) => ({
    acquirerBin: options.acquirerBin ?? SANDBOX_BIN,
    ...requestorOf(options, organization),
  }))

export const createThreeDs = (options: ThreeDsOptions): ThreeDs =>
  createEmvThreeDs(createEmvServer(options), 'push')
