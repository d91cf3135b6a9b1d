import { createHash } from 'node:crypto'
import { sameDigest } from '../signature.ts'

/** @internal Marks the redirect to the bank and back; it proves which order came back, not that it was paid. */
export const returnHash = (serviceId: string, orderId: string, key: string): string =>
  digest(serviceId, orderId, key).toString('hex')

export const verifyReturnHash = (
  serviceId: string,
  orderId: string,
  key: string,
  hash: string | undefined,
): boolean => sameDigest(digest(serviceId, orderId, key), hash)

const digest = (serviceId: string, orderId: string, key: string): Buffer =>
  createHash('sha256').update(`${serviceId}|${orderId}|${key}`).digest()
