import type { Answer } from '../answer.ts'
import { severalAccounts } from '../provider.ts'
import type { Dialect } from '../provider.ts'

const types: Record<number, string> = {
  402: 'card_error',
  409: 'idempotency_error',
  429: 'rate_limit_error',
  500: 'api_error',
}

/** Stripe says no with an object of its own, and knows an operation by its idempotency key. */
export const stripeDialect: Dialect = {
  refuse: (status, code, message) =>
    stripeError(status, {
      type: types[status] ?? 'invalid_request_error',
      code,
      ...(message && { message }),
    }),
  referenceOf: ({ idempotencyKey, params }) => idempotencyKey ?? params['id'] ?? '',
  ...severalAccounts,
}

export const stripeError = (
  status: number,
  error: { type: string; code?: string; [more: string]: unknown },
): Answer => ({ status, body: { error } })

export const missing = stripeError(404, { type: 'invalid_request_error', code: 'resource_missing' })
