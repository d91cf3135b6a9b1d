export { ConnectionError } from './errors.ts'
export {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  TollgateError,
  UnavailableError,
} from './errors.ts'
export { Tollgate } from './tollgate.ts'
export type { TollgateOptions } from './tollgate.ts'
export type { Operations, Schemas } from './generated/types.ts'
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'
