/**
 * All that the payment page takes of the API: how a payer is known, how a payer's orders are read
 * and sent, and how a refusal is told. The page imports nothing else of `src/http`.
 */
export type { ClientCaller } from './auth/caller.ts'
export type { ClientClaims } from './auth/bearer-tokens.ts'
export { CLIENT_AFTERLIFE_MS } from './auth/bearer-tokens.ts'
export { completeCommand } from './commands/complete-command.ts'
export { completeTokenizationCommand } from './commands/complete-tokenization-command.ts'
export { openAppleSession } from './commands/open-apple-session.ts'
export { sendCommand } from './commands/send-command.ts'
export { sendTokenizationCommand } from './commands/send-tokenization-command.ts'
export { contextOf } from './context.ts'
export { methodsLeft } from './lookups/offered-methods.ts'
export { addressOf, createAddressLimit } from './middleware/address-limit.ts'
export { authenticateClient } from './middleware/authenticate.ts'
export { isOpenToPayer } from './middleware/check-scope.ts'
export type { RateLimit } from './middleware/rate-limit.ts'
export { createRateLimit } from './middleware/rate-limit.ts'
export { readBody } from './middleware/read-body.ts'
export { problemHeaders, refusedBy } from './problem.ts'
export { merchantUrl } from './return-payer.ts'
export type { Bank, Services } from './services.ts'
