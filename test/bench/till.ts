import { randomUUID } from 'node:crypto'
import type { Order, Taking } from './aftermath.ts'

/** Somewhere to be paid: our gateway, or another beside it. */
export interface Till {
  /** Resolves when it is said that the order is paid. */
  pay(order: Order): Promise<unknown>
  /**
   * What a careful merchant does whose answer was lost. Resolves when the order is known there, with
   * whether it is said to be paid.
   */
  askAgain(order: Order): Promise<boolean>
  /** What its own books say. */
  takingsOf(order: Order): Promise<Taking[]>
}

/** Each with an amount of its own, so that money that came to another order shows. */
export const orderOf = (number: number): Order => ({
  number,
  key: randomUUID(),
  amountMinor: 1000 + (number % 9000),
})
