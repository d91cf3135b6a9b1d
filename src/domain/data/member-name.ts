import type { Outcome } from '../actor/call.ts'
import type { DisputeCommand } from '../dispute/commands.ts'
import type { Dispute } from '../dispute/dispute.ts'
import type { DisputeEvent } from '../dispute/events.ts'
import type { callRequestOf } from '../payment/call-request.ts'
import type { PaymentCommand } from '../payment/commands.ts'
import type { Event } from '../payment/events.ts'
import type { Payment } from '../payment/payment.ts'
import type { TokenizationCommand } from '../tokenization/commands.ts'
import type { TokenizationEvent } from '../tokenization/events.ts'
import type { Tokenization } from '../tokenization/tokenization.ts'

/** The names of all members, at any depth. `about` is a call in a call. */
type NamesIn<T> = T extends readonly (infer Item)[]
  ? NamesIn<Item>
  : T extends object
    ? {
        [K in keyof T]-?: K extends string
          ? string extends K
            ? never
            : K extends 'about'
              ? K
              : K | NamesIn<T[K]>
          : never
      }[keyof T]
    : never

/** Every name in use in state, events, commands and calls. */
export type MemberName =
  | NamesIn<Payment>
  | NamesIn<Event>
  | NamesIn<PaymentCommand>
  | NamesIn<Tokenization>
  | NamesIn<TokenizationEvent>
  | NamesIn<TokenizationCommand>
  | NamesIn<ReturnType<typeof callRequestOf>>
  | NamesIn<Outcome>
  | NamesIn<Dispute>
  | NamesIn<DisputeEvent>
  | NamesIn<DisputeCommand>
