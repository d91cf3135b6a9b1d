import type { Answer } from '../answer.ts'
import { severalAccounts } from '../provider.ts'
import type { Call, Dialect } from '../provider.ts'

/** Adyen says no with a number and a kind, and knows an operation by its idempotency key. */
export const adyenDialect: Dialect = {
  refuse: (status, code, message) =>
    adyenError(status, kinds[status] ?? 'validation', code, message),
  referenceOf: ({ idempotencyKey, body }) => textOf(body['reference']) ?? idempotencyKey ?? '',
  ...severalAccounts,
  holdsKey: (call, key) => severalAccounts.holdsKey(call, key) || passwordOf(call) === key,
}

/** Reports are downloaded by user and password. */
const passwordOf = ({ bearer }: Call): string | undefined =>
  bearer.startsWith('Basic ')
    ? Buffer.from(bearer.slice(6), 'base64').toString('utf8').split(':')[1]
    : undefined

const kinds: Readonly<Record<number, string>> = {
  401: 'security',
  403: 'security',
  409: 'internal',
  500: 'internal',
}

export const adyenError = (
  status: number,
  errorType: string,
  errorCode: string,
  message = 'Refused',
): Answer => ({ status, body: { status, errorCode, message, errorType } })

export const invalid = (errorCode: string, message: string): Answer =>
  adyenError(422, 'validation', errorCode, message)

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The merchant account that a call is about. */
export const accountIn = ({ body }: Call): string => textOf(body['merchantAccount']) ?? ''
