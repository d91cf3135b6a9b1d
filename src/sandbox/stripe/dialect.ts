import type { Answer } from '../answer.ts'
import type { Dialect } from '../provider.ts'

const types: Record<number, string> = {
  402: 'card_error',
  409: 'idempotency_error',
  429: 'rate_limit_error',
  500: 'api_error',
}

/**
 * Stripe says no with an object of its own, and knows an operation by its idempotency key. The key of
 * the sandbox opens one account; with `_` and a name behind it, others.
 */
export const stripeDialect: Dialect = {
  refuse: (status, code, message) =>
    stripeError(status, {
      type: types[status] ?? 'invalid_request_error',
      code,
      ...(message ? { message } : {}),
    }),
  referenceOf: ({ idempotencyKey }) => idempotencyKey ?? '',
  accountOf: ({ bearer }) => bearer,
  holdsKey: ({ bearer }, key) => bearer === key || bearer.startsWith(`${key}_`),
}

export const stripeError = (
  status: number,
  error: { type: string; code?: string; [more: string]: unknown },
): Answer => ({ status, body: { error } })
