/**
 * All that the portal takes of the API: where its endpoints are and what a session is presented as, how a
 * refusal is told, and what stands before every request. The portal imports nothing else of `src/http`.
 */
export type { PersonOperation } from './auth/person-operations.ts'
export { SESSION_PREFIX } from './auth/person-operations.ts'
export { contextOf } from './context.ts'
export { Download } from './endpoint.ts'
export { addressOf, createAddressLimit, networkOf } from './middleware/address-limit.ts'
export { readBody } from './middleware/read-body.ts'
export { requestId } from './middleware/request-id.ts'
export { requestLog } from './middleware/request-log.ts'
export type { Problem } from './problem.ts'
export { refusedBy } from './problem.ts'
export { Refused } from './refused.ts'
export { endpoints } from './routes.ts'
export { sendFile } from './send.ts'
export type { Services } from './services.ts'
