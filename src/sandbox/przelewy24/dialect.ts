import { createHash } from 'node:crypto'
import type { Answer } from '../answer.ts'
import { InvalidField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Call, Dialect } from '../provider.ts'

/** The sign of a message: SHA-384 of its members as JSON, with the CRC key behind them. */
export const signOf = (members: object, crc: string): string =>
  createHash('sha384')
    .update(JSON.stringify({ ...members, crc }))
    .digest('hex')

/** The key for reports, which callers prove themselves by, is not the one that signs. */
export const reportKeyOf = (crc: string): string => `${crc}-reports`

/** Callers are known by user and password; the user is the number of the shop. */
export const przelewy24Dialect: Dialect = {
  refuse: (status, name) => no(status, name),
  referenceOf: ({ requestId }) => requestId ?? '',
  accountOf: (call) => String(posIdOf(call)),
  holdsKey: (call, crc) => passwordOf(call) === reportKeyOf(crc),
  unauthorized: () => no(401, 'Incorrect authentication'),
}

const userAndPassword = ({ bearer }: Call): string =>
  Buffer.from(bearer.replace(/^Basic /, ''), 'base64').toString('utf8')

const passwordOf = (call: Call): string => userAndPassword(call).split(':').slice(1).join(':')

export const posIdOf = (call: Call): number => Number(userAndPassword(call).split(':')[0])

export const yes = (data: unknown, status = 200): Answer => ({
  status,
  body: { data, responseCode: 0 },
})

export const no = (status: number, error: unknown, code = status): Answer => ({
  status,
  body: { error, code },
})

export function whole(fields: Fields, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new InvalidField(name, 'a whole number')
  return value
}

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
