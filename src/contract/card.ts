import { z } from 'zod'
import { fundings } from '../domain/cards/bin-row.ts'
import { organizations } from '../domain/instrument.ts'
import { body } from './body.ts'
import { optional } from './fields.ts'
import { CardNumber, KnownCard } from './instrument.ts'
import { Channel } from './payment.ts'

const protocol = (which: string) =>
  z
    .string('must be a version')
    .regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'must be a version such as 2.2.0')
    .describe(`${which} protocol version that the SDK speaks`)

const sdk = {
  channel: optional(Channel),
  sdkStartProtocol: protocol('Lowest'),
  sdkEndProtocol: protocol('Highest'),
}

/** POST /payment/binInfo and /tokenizer/binInfo */
export const BinInfoRequest = body(
  z.object({ ...sdk, instrument: KnownCard }).meta({ id: 'BinInfoRequest' }),
)

/** POST /payment/{paymentId}/binInfo: the card is known already. */
export const PaymentBinInfoRequest = body(z.object(sdk).meta({ id: 'PaymentBinInfoRequest' }))

export const BinInfo = z
  .object({
    organization: optional(z.enum(organizations)),
    cardType: optional(z.enum(fundings)),
    issuerCountry: optional(z.string()),
    threeDSSupported: z.boolean(),
    protocolVersion: optional(
      z.string().describe('Highest version common to SDK, ACS, directory and 3DS server'),
    ),
    directoryServerId: optional(z.string()),
    threeDSMethodURL: optional(z.string()),
    acsStartProtocol: optional(z.string()),
    acsEndProtocol: optional(z.string()),
    dsStartProtocol: optional(z.string()),
    dsEndProtocol: optional(z.string()),
  })
  .meta({ id: 'BinInfo' })

/** POST /payment/cardInfo, flat or wrapped. */
export const CardInfoRequest = body(
  z.object({ instrument: CardNumber }).meta({ id: 'CardInfoRequest' }),
  {
    bring: (value) =>
      typeof value === 'object' && value && !('instrument' in value)
        ? { instrument: value }
        : value,
  },
)

export const CardInfo = z
  .object({
    organization: optional(z.enum(organizations)),
    cardType: optional(z.enum(fundings)),
    cardMask: z.string().describe('First six and last four digits'),
    issuer: optional(z.string()),
    issuerCountry: optional(z.string()),
    transferAllowed: z.boolean().describe('Money can be sent to the card'),
    fastTransfer: z.boolean().describe('And arrives within minutes'),
  })
  .meta({ id: 'CardInfo' })
