import { moverOf } from '../instrument.ts'
import type { PaymentCommandOf } from './commands.ts'
import type { Payment } from './payment.ts'

interface Providers {
  givesMoneyBack(kind: 'bank' | 'blik', via: string | undefined): boolean
}

/** Somebody's wish, with what the payment cannot know: whether its provider gives money back. */
export function cancelCommand(
  { givesMoneyBack }: Providers,
  { instrument, via }: Payment,
  wish: Omit<PaymentCommandOf<'cancel'>, 'name' | 'givesBack'>,
): PaymentCommandOf<'cancel'> {
  const mover = instrument && moverOf(instrument.type)
  const isSentBack = mover === 'bank' || mover === 'blik'
  return { name: 'cancel', ...wish, ...(isSentBack && { givesBack: givesMoneyBack(mover, via) }) }
}
