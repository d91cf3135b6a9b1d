import { z } from 'zod'
import { methods, organizations } from '../domain/instrument.ts'
import { oneOf, optional } from './fields.ts'

export const MethodsQuery = z.strictObject(
  {
    all: optional(
      oneOf(['true', 'false'], 'true: also the methods that are not activated, as INACTIVE'),
    ),
  },
  { error: 'is not a filter of this list' },
)

export const MethodList = z
  .object({
    methods: z.array(
      z.object({
        method: z.enum(methods),
        status: z.enum(['ACTIVE', 'INACTIVE']),
        cardGroups: optional(z.array(z.enum(organizations)).describe('Of method CARD')),
      }),
    ),
  })
  .meta({ id: 'MethodList' })

export const BankList = z
  .array(
    z.object({
      provider: z.string().describe('BM or PA'),
      bank: z.string(),
      bankId: z.int(),
      name: z.string(),
      iconURL: z.string(),
      available: z.boolean(),
    }),
  )
  .describe('Options of method PBL')

export const CardOptions = z
  .array(z.object({ organization: z.enum(organizations), iconURL: z.string() }))
  .describe('Options of method CARD')

export const ClickToPayOptions = z
  .array(
    z.object({
      organization: z.enum(organizations),
      dpaId: z.string(),
      srcInitiatorId: z.string(),
      dpaTransactionOptions: z.record(z.string(), z.unknown()),
      iconURL: z.string(),
    }),
  )
  .describe('Options of method C2P')
