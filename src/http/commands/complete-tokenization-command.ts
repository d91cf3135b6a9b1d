import type { Device } from '../../contract/device.ts'
import type { InstrumentAttributes } from '../../contract/instrument.ts'
import type { TokenizationCommandOf } from '../../domain/tokenization/commands.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { IntakeParts } from '../intake/instrument-intake.ts'
import type { TakenInstrument } from '../intake/taken-instrument.ts'
import { deviceOf } from '../intake/payment-details.ts'
import { takeTokenizedCard } from '../intake/take-tokenized-card.ts'
import { present } from '../../domain/present.ts'

interface Details {
  instrument?: InstrumentAttributes
  device?: Device
}

/**
 * The command that completes a tokenization. `replace`: the card is a whole one; otherwise its
 * attributes complete what the tokenization has already.
 */
export async function completeTokenizationCommand(
  services: IntakeParts,
  { id, merchantId, merchant, phase, instrument: before }: Tokenization,
  { instrument: attributes, device }: Details,
  { replace }: { replace: boolean },
): Promise<TokenizationCommandOf<'complete'>> {
  // It will be refused, unless it is a repeat: in no case may a new CVV replace the one in use.
  if (phase !== 'gathering' && phase !== 'awaitingDetails') return { name: 'complete' }
  const { organizations, threeds } = merchant
  const known = replace ? undefined : before
  const owner = { id, merchantId, organizations, threeds, instrument: known }
  const { instrument, rejectCode }: Partial<TakenInstrument> = attributes
    ? await takeTokenizedCard(services, owner, attributes)
    : {}
  return {
    name: 'complete',
    ...present({ instrument }),
    ...(device && { device: deviceOf(device) }),
    ...present({ earlyReject: rejectCode }),
  }
}
