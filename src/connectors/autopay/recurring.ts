import { present } from '../../domain/present.ts'
import type { BlikPayment } from '../blik.ts'
import type { Fields } from './fields.ts'

/** The channel of each model of recurring BLIK payments: the payer confirms each one (M), or none (O). */
const channels = { M: '522', O: '524' } as const
export type RecurringModel = keyof typeof channels

type Asked = Pick<BlikPayment, 'alias' | 'registerAlias'>

export const isRecurring = ({ alias, registerAlias }: Asked): boolean =>
  [alias, registerAlias].some((one) => one?.type === 'PAYID')

/** A payer agrees to a series with its first payment; later ones go by the name that Autopay then gave it. */
export function recurringFields({ alias, registerAlias }: Asked, model: RecurringModel): Fields {
  const GatewayID = channels[model]
  if (alias)
    return {
      GatewayID,
      ClientHash: alias.value,
      RecurringAcceptanceState: 'NOT_APPLICABLE',
      RecurringAction: 'AUTO',
    }
  return {
    GatewayID,
    RecurringAcceptanceState: 'ACCEPTED',
    RecurringAction: 'INIT_WITH_PAYMENT',
    ...present({
      BlikPPLabel: registerAlias?.label.replace(/[^\p{L}\p{N} .-]+/gu, ' ').slice(0, 35),
      RecurringValidityTime: registerAlias?.expDate && endOf(registerAlias.expDate),
    }),
  }
}

/** The last second of the day that we have as YYYYMMDD. */
const endOf = (date: string): string =>
  `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)} 23:59:59`
