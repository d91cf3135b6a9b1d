import { createHash, randomBytes } from 'node:crypto'
import { ownerOf } from '../../domain/id.ts'

/**
 * Our reference in the 32 characters of an order: the payment, and five characters (30 bits) that
 * tell its attempts apart. The payment can be read off it again; which attempt it was, it knows itself.
 */
export const orderIdOf = (reference: string): string =>
  ownerOf(reference) + digestOf(reference).toString('base64url').slice(0, 5)

/** The payment that an order belongs to. */
export const paymentIdOf = (orderId: string): string => orderId.slice(0, -5)

/** One order to pay money back has one id for ever: sent again, it is confirmed and not done again. */
export const messageIdOf = (reference: string): string =>
  digestOf(reference).toString('hex').slice(0, 32)

/** Of questions, where each is new. */
export const newMessageId = (): string => randomBytes(16).toString('hex')

const digestOf = (reference: string): Buffer => createHash('sha256').update(reference).digest()
