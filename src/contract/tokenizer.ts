import { z } from 'zod'
import { tokenStatuses } from '../domain/card-token.ts'
import { organizations } from '../domain/instrument.ts'
import { tokenizationKinds } from '../domain/tokenization/tokenization.ts'
import { tokenizationStatuses } from '../domain/tokenization/phase.ts'
import { AcsData } from './acs-data.ts'
import { DataRequest, rejection } from './answers.ts'
import { body } from './body.ts'
import { Consents, KeptConsents } from './consents.ts'
import { TokenCustomer } from './customer.ts'
import { Device } from './device.ts'
import { oneOf, optional, text, Time } from './fields.ts'
import { Instrument, InstrumentAttributes, TokenNumber } from './instrument.ts'
import { Language, ValidTime } from './options.ts'
import { Agent, Party } from './party.ts'
import { Channel } from './payment.ts'

const MAX_CONVERTED = 100

const Kind = oneOf(tokenizationKinds, 'COF is our own number, NETWORK a token of VTS or SCOF')
const Status = z
  .enum(tokenizationStatuses)
  .describe('No status ever goes backwards')
  .meta({ id: 'TokenizationStatus' })

/** POST /tokenizer */
export const CreateTokenizationRequest = body(
  z
    .object({
      kind: optional(Kind.describe('COF when absent')),
      channel: optional(Channel.describe("The token's channel when absent")),
      instrument: optional(Instrument.describe('A CARD')),
      merchant: Party.describe("The token's merchant"),
      agent: optional(Agent),
      customer: optional(TokenCustomer),
      device: optional(Device),
      options: optional(z.object({ validTime: optional(ValidTime), language: optional(Language) })),
      consents: optional(Consents),
    })
    .meta({ id: 'CreateTokenizationRequest' }),
)
export type CreateTokenizationRequest = z.infer<typeof CreateTokenizationRequest>

/** PATCH /tokenizer/{tokenizerId} */
export const CompleteTokenizationRequest = body(
  z
    .object({ instrument: optional(InstrumentAttributes), device: optional(Device) })
    .refine(({ instrument, device }) => instrument ?? device, 'must have an instrument or a device')
    .meta({ id: 'CompleteTokenizationRequest', minProperties: 1 }),
)

const state = {
  tokenizerId: z.string(),
  status: Status,
  kind: Kind,
  dataRequest: optional(DataRequest),
  acsData: optional(AcsData.describe('While a challenge waits')),
}

/** The answer of create and of every command. */
export const TokenizationAnswer = z
  .object({
    ...state,
    redirectURL: optional(z.string().describe('Send the payer there')),
    ...rejection,
    access_token: optional(z.string().describe('CLIENT token for the page')),
  })
  .meta({ id: 'TokenizationAnswer' })

/** GET /tokenizer/{tokenizerId}/status */
export const TokenizationState = z
  .object({ ...state, ...rejection })
  .meta({ id: 'TokenizationState' })

export const Token = z
  .object({
    type: z.enum(['COF', 'VTS', 'SCOF']),
    instrumentNo: optional(z.string().describe('Our number of a stored card (COF)')),
    instrumentRef: optional(z.string().describe("The network's reference (VTS, SCOF)")),
    cardMask: z.string().describe('First six and last four digits'),
    expDate: z.string().describe('YYYYMM'),
    organization: z.enum(organizations),
    status: z.enum(tokenStatuses),
    visuals: z
      .array(z.object({ visualId: z.string(), type: z.string(), width: z.int(), height: z.int() }))
      .describe('Card art, of VTS tokens'),
    createdAt: Time,
  })
  .meta({ id: 'Token' })

/** GET /tokenizer/{tokenizerId} and GET /payment/{paymentId}/tokenizer */
export const TokenizationRecord = z
  .object({
    ...state,
    token: optional(Token),
    consents: optional(KeptConsents.describe('What the payer has agreed to, where you told us')),
    ...rejection,
  })
  .meta({ id: 'Tokenization' })

const tokenReference = text(128, "The network's reference (VTS, SCOF)")

/** POST /tokenizer/discard */
export const DiscardTokenRequest = body(
  z
    .object({ instrumentNo: optional(TokenNumber), instrumentRef: optional(tokenReference) })
    .refine(namesOne, 'must name the token by instrumentNo or by instrumentRef')
    .meta({ id: 'DiscardTokenRequest', minProperties: 1 }),
)

/** POST /tokenizer/search */
export const SearchTokensRequest = body(
  InstrumentAttributes.pick({ instrumentNo: true, encInstrumentNo: true, instrumentRef: true })
    .refine(
      namesOne,
      'must name one token by instrumentNo or instrumentRef, or one card by its number',
    )
    .meta({ id: 'SearchTokensRequest', minProperties: 1 }),
)
export const SearchTokensAnswer = z.array(Token).describe('Newest first')

/** POST /tokenizer/convert: many, or one flat. */
export const ConvertTokensRequest = body(
  z
    .object({
      tokens: z
        .array(z.object({ instrumentNo: TokenNumber }), 'must be a list of tokens')
        .min(1, 'must not be empty')
        .max(MAX_CONVERTED, `must have at most ${String(MAX_CONVERTED)} tokens`),
    })
    .meta({ id: 'ConvertTokensRequest' }),
  {
    bring: (value) =>
      typeof value === 'object' && value && 'instrumentNo' in value ? { tokens: [value] } : value,
  },
)
export const ConvertTokensAnswer = z
  .array(
    z.object({
      instrumentNo: z.string(),
      tokenizerId: optional(z.string().describe('Absent for a number that cannot be used')),
      status: Status,
      instrumentRef: optional(z.string().describe('The new token, once it is there')),
      ...rejection,
    }),
  )
  .describe('In the order of the request')

/** GET /tokenizer/vts/{instrumentRef}/cardVisual/{visualId} */
export const CardVisual = z
  .object({
    visualId: z.string(),
    contentType: z.string(),
    width: z.int(),
    height: z.int(),
    data: z.string().describe('base64'),
  })
  .meta({ id: 'CardVisual' })

function namesOne(given: object): boolean {
  return Object.values(given).filter((name) => name !== undefined).length === 1
}
