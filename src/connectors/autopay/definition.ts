import { z } from 'zod'
import type { BankCapabilities, BankDefinition } from '../bank.ts'
import { blikRejectCodes } from '../blik.ts'
import type { BlikCapabilities, BlikDefinition } from '../blik.ts'
import { defineConnector } from '../definition.ts'
import type { Network } from '../http.ts'
import { createBank, createBlik } from './client.ts'
import { confirmationOf } from './confirmation.ts'
import { askGateways } from './gateways.ts'
import { algorithms } from './hash.ts'
import { createAutopayHttp } from './http.ts'
import { readItn } from './itn.ts'
import { outcomes } from './outcomes.ts'
import { timeoutMs } from '../timeout.ts'

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://pay.autopay.eu')
    .meta({ description: 'Where Autopay is' }),
  paymentPath: z
    .string()
    .regex(/^\/[\w/-]{1,64}$/)
    .default('/payment')
    .meta({ description: 'Where payments of the service begin' }),
  serviceId: z
    .string()
    .regex(/^\d{1,10}$/)
    .meta({ description: 'The number of the service' }),
  currency: z
    .enum(['PLN', 'EUR', 'GBP', 'USD'])
    .default('PLN')
    .meta({ description: 'The one currency of the service' }),
  algorithm: z
    .enum(algorithms)
    .default('sha256')
    .meta({ description: 'What messages are hashed with' }),
  cardGateway: z
    .exactOptional(z.int().positive().max(99_999))
    .meta({
      description:
        'The number of their channel for cards (1500); with it cards on their own page, with their 3-D Secure, are offered among the banks',
    }),
  recurringModel: z
    .exactOptional(z.enum(['M', 'O']))
    .meta({
      description:
        'The model of recurring BLIK payments that was agreed on: the payer confirms each (M), or none (O); without it there are none',
    }),
  failureWords: z
    .record(z.string().regex(/^[A-Z][A-Z_]{1,63}$/), z.enum(blikRejectCodes))
    .default({})
    .meta({
      description: 'Their words for failures and our reasons, beside the table of the build',
    }),
  netSettlement: z
    .boolean()
    .default(false)
    .meta({ description: 'What they say was settled is without their commission' }),
  timeoutMs,
})

const credential = z.object({
  sharedKey: z
    .string()
    .min(1)
    .max(255)
    .meta({ description: 'The key of the service; it proves messages of both sides, unsent' }),
})

type Settings = z.infer<typeof settings>
type Credential = z.infer<typeof credential>

const common = {
  name: 'autopay',
  settings,
  credential,
  outcomes,
  webhook: {
    signature: 'hash',
    key: 'sharedKey',
    events: ['PENDING', 'SUCCESS', 'FAILURE'],
    read: readItn,
    confirm: confirmationOf,
  },
  ask: (given: Settings & Network, { sharedKey }: Credential, signal?: AbortSignal) =>
    askGateways(
      createAutopayHttp({ ...given, sharedKey, words: given.failureWords }),
      given.currency,
      signal,
    ),
}

/** Autopay, formerly Blue Media, as a provider of bank transfers. */
export const bank: BankDefinition = defineConnector({
  ...common,
  kind: 'bank',
  title: 'Autopay pay-by-link',
  capabilities: {
    cancellation: true,
    lateMoney: true,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BankCapabilities,
  connect: (given, { sharedKey }) => createBank({ ...given, sharedKey, words: given.failureWords }),
})

/** The same as a provider of BLIK without a page of its own. */
export const blik: BlikDefinition = defineConnector({
  ...common,
  kind: 'blik',
  title: 'Autopay BLIK level 0',
  capabilities: {
    codes: true,
    aliases: true,
    cancellation: true,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BlikCapabilities,
  connect: (given, { sharedKey }) => createBlik({ ...given, sharedKey, words: given.failureWords }),
})

/** A stored account as its messages are read: its service, and every key that may have signed them. */
export function readerOf(account: { settings: unknown; credentials: readonly unknown[] }) {
  const { serviceId, algorithm, netSettlement } = settings.parse(account.settings)
  const sealings = account.credentials.map((one) => ({
    sharedKey: credential.parse(one).sharedKey,
    algorithm,
  }))
  return { serviceId, sealings, netSettlement }
}
