import { z } from 'zod'
import type { BankCapabilities, BankDefinition } from '../bank.ts'
import { blikRejectCodes } from '../blik.ts'
import type { BlikCapabilities, BlikDefinition } from '../blik.ts'
import { defineConnector } from '../definition.ts'
import type { Network } from '../http.ts'
import { timeoutMs } from '../timeout.ts'
import { createBank, createBlik } from './client.ts'
import type { Options } from './client.ts'
import { createP24Http, plainAnswer } from './http.ts'
import { outcomes } from './outcomes.ts'

const Number24 = z.int().positive().max(2_147_483_647)

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .default('https://secure.przelewy24.pl')
    .meta({ description: 'Where Przelewy24 is' }),
  merchantId: Number24.meta({ description: 'The number of the merchant there' }),
  posId: z
    .exactOptional(Number24)
    .meta({ description: 'The number of the shop; the merchant’s without it' }),
  currency: z
    .enum(['PLN', 'EUR', 'GBP', 'CZK'])
    .default('PLN')
    .meta({ description: 'The currency that banks are listed for' }),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('PL')
    .meta({ description: 'The payers’ country' }),
  language: z
    .enum([
      'bg',
      'cs',
      'de',
      'en',
      'es',
      'fr',
      'hr',
      'hu',
      'it',
      'nl',
      'pl',
      'pt',
      'se',
      'sk',
      'ro',
    ])
    .default('pl')
    .meta({ description: 'The language of their pages' }),
  email: z
    .exactOptional(z.email().max(50))
    .meta({
      description: 'The address for payments whose payer’s is missing or longer than 50 characters',
    }),
  regulationAccept: z
    .boolean()
    .default(false)
    .meta({ description: 'The shop shows their rules and has them accepted; BLIK wants it' }),
  blikMethod: z
    .exactOptional(z.int().positive())
    .meta({ description: 'The number of BLIK among the shop’s methods, where they ask for it' }),
  cards: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Cards on their own page, with their 3-D Secure, are offered among the banks; to be agreed on with them',
    }),
  recurringType: z
    .enum(['M', 'O'])
    .default('M')
    .meta({ description: 'The model of BLIK’s recurring payments that was agreed' }),
  failureCodes: z
    .record(z.string().regex(/^\d{1,6}$/), z.enum(blikRejectCodes))
    .default({})
    .meta({
      description: 'Their numbers of failures and our reasons, beside the table of the build',
    }),
  listsUnpaid: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether they find a payment that nobody has paid yet; without it, not found is not paid',
    }),
  reports: z
    .boolean()
    .default(false)
    .meta({ description: 'The report API is enabled: payments become SETTLED by it' }),
  timeoutMs,
})

const credential = z.object({
  reportKey: z
    .string()
    .min(1)
    .max(128)
    .meta({ description: 'The key for reports, which calls are made with' }),
  crc: z
    .string()
    .min(8)
    .max(128)
    .meta({ description: 'The CRC key; it signs messages of both sides, unsent' }),
})

type Settings = z.infer<typeof settings>
type Credential = z.infer<typeof credential>

const optionsOf = (given: Settings & Network, { reportKey, crc }: Credential): Options => {
  const { failureCodes, posId = given.merchantId, ...rest } = given
  return { ...rest, posId, reportKey, crc, outcomes: failureCodes }
}

const common = {
  name: 'przelewy24',
  settings,
  credential,
  outcomes,
  webhook: { signature: 'sign', key: 'crc', events: ['payment', 'blik'] },
  ask: async (given: Settings & Network, keys: Credential, signal?: AbortSignal) => {
    const http = createP24Http(optionsOf(given, keys))
    const path = '/api/v1/testAccess'
    const asked = { method: 'GET', path, reference: 'probe' } as const
    return plainAnswer(await http.ask(asked, z.literal(true), signal))
  },
}

/** Przelewy24 as a provider of bank transfers. */
export const bank: BankDefinition = defineConnector({
  ...common,
  kind: 'bank',
  title: 'Przelewy24 pay-by-link',
  capabilities: {
    cancellation: false,
    lateMoney: true,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BankCapabilities,
  connect: (given, keys) => createBank(optionsOf(given, keys)),
})

/** The same as a provider of BLIK on our own page, by code, by alias and by agreement. */
export const blik: BlikDefinition = defineConnector({
  ...common,
  kind: 'blik',
  title: 'Przelewy24 BLIK level 0',
  capabilities: {
    codes: true,
    aliases: true,
    cancellation: false,
    refunds: true,
    inquiry: { by: 'reference' },
  } satisfies BlikCapabilities,
  connect: (given, keys) => createBlik(optionsOf(given, keys)),
})

/** A stored account as its messages are read: who it is, and every key that may have signed them. */
export function readerOf(account: { settings: unknown; credentials: readonly unknown[] }) {
  const { merchantId, posId = merchantId, failureCodes } = settings.parse(account.settings)
  const crcs = account.credentials.map((one) => credential.parse(one).crc)
  return { merchantId, posId, crcs, outcomes: failureCodes }
}
