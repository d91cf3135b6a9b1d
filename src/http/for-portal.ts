/**
 * All that the portal takes of the API: its endpoints and how one is asked in the name of a person, how a
 * refusal is told, and what stands before every request. The portal imports nothing else of `src/http`.
 */
export type { Asked } from './ask-endpoint.ts'
export { askEndpoint } from './ask-endpoint.ts'
export type { MerchantCaller } from './auth/caller.ts'
export { actorOf } from './auth/caller.ts'
export { contextOf } from './context.ts'
export { Download } from './endpoint.ts'
export { addressOf, createAddressLimit } from './middleware/address-limit.ts'
export { readBody } from './middleware/read-body.ts'
export { requestId } from './middleware/request-id.ts'
export { requestLog } from './middleware/request-log.ts'
export { refusedBy } from './problem.ts'
export { Refused } from './refused.ts'
export { endpoints } from './routes.ts'
export { sendFile } from './send.ts'
export type { Services } from './services.ts'
