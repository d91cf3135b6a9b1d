import type { ReasonCode } from '../../domain/reasons/reason.ts'
import type { InstrumentAttributes } from '../../contract/instrument.ts'
import type { Instrument, Organization } from '../../domain/instrument.ts'

/** The payment or tokenization that takes the instrument. */
export interface Owner {
  id: string
  merchantId: string
  /** Who gives it, when that is an agent: it may use the cards that were stored through it. */
  agentId?: string | undefined
  /** Who gives it, when that is the payer: a payer names no card and no alias of somebody else. */
  payer?: GivingPayer | undefined
  /** Card organizations that the merchant accepts; absent: all. */
  organizations?: readonly Organization[] | undefined
  /** The merchant's own account that its bank transfers go through. */
  bank?: string | undefined
  /** The intermediaries of its bank transfers, the preferred first; absent: all. */
  bankProviders?: readonly string[] | undefined
  /** The merchant's own account at the 3-D Secure server that is asked. */
  threeds?: string | undefined
  /** What it has already; attributes that come alone complete it. */
  instrument?: Instrument | undefined
}

/** The customer whom the merchant has named, and the alias that it has given of them. */
export interface GivingPayer {
  customerKey: string
  alias?: string | undefined
}

export interface TakenInstrument {
  instrument: Instrument
  /** Why it cannot be paid with; the payment then ends at once. */
  rejectCode?: ReasonCode
}

/** An instrument's attributes in the clear. */
export type Given = Omit<InstrumentAttributes, 'encInstrumentNo' | 'encExpDate' | 'encCvv'>
