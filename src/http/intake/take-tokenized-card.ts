import type { InstrumentAttributes } from '../../contract/instrument.ts'
import { takeInstrument } from './instrument-intake.ts'
import type { IntakeParts } from './instrument-intake.ts'
import type { Owner, TakenInstrument } from './taken-instrument.ts'
import { invalidField } from '../refused.ts'

/** Only a card can be stored; tokens and wallets are refused before anything is kept of them. */
export function takeTokenizedCard(
  services: IntakeParts,
  owner: Owner,
  attributes: InstrumentAttributes,
): Promise<TakenInstrument> {
  if ((attributes.type ?? 'CARD') !== 'CARD') throw invalidField('instrument.type', 'must be CARD')
  return takeInstrument(services, owner, attributes)
}
