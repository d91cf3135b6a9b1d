import { z } from 'zod'
import { settingProblems } from '../../domain/merchant-settings.ts'
import type { RouteRule } from '../../domain/routing/rule.ts'
import type { DbPool } from '../../postgres/db.ts'
import { listAccounts } from '../../postgres/providers/connector-accounts.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, two } from '../command.ts'
import { CommandFailure, wrongUsage } from '../failure.ts'
import { jsonFile, merchantId, reasonForTwo } from '../fields.ts'
import { knownMerchant, requestMerchantInstruction } from '../merchants/change-merchant.ts'
import { withMerchants } from '../merchants/with-merchants.ts'

const set = deskCommand({
  name: 'routes set',
  description: 'put the rules of a merchant before another person; all accounts must be there',
  ...two('administrator', 'cards and money go another way'),
  input: z.strictObject({
    merchantId,
    rules: jsonFile(z.unknown(), 'rules.json', 'JSON, a list of rules; - is stdin'),
    reason: reasonForTwo,
  }),
  takes: ['merchantId'],
  examples: [
    {
      merchantId: '10000001',
      rules: [{ name: 'all', to: [{ via: 'stripe/main' }] }],
      reason: 'second bank',
    },
  ],
  carryOut: ({ merchantId: id, rules, reason }, caller) =>
    withMerchants(async ({ db, merchants }) => {
      await knownMerchant(merchants, id)
      const [problem] = settingProblems({ routes: rules })
      if (problem !== undefined) throw wrongUsage(problem)
      const routes = rules as RouteRule[]
      await checkAccounts(db, id, routes)
      const order = { name: 'settings', merchantId: id, settings: { routes } } as const
      return requestMerchantInstruction(db, order, { ...caller, reason })
    }),
})

/** Which account a merchant's charges go through. */
export const routeCommands: readonly DeskCommand[] = [set]

async function checkAccounts(db: DbPool, id: string, rules: readonly RouteRule[]): Promise<void> {
  const known = (await listAccounts(db, id)).map(
    ({ connector, account }) => `${connector}/${account}`,
  )
  const missing = viasOf(rules).filter((via) => !known.includes(via))
  if (missing.length > 0) throw new CommandFailure(`${id} has no account ${missing.join(', ')}`)
}

const viasOf = (rules: readonly RouteRule[]): string[] => [
  ...new Set(rules.flatMap(({ to }) => to.flatMap(({ via, threeds }) => [via, threeds ?? via]))),
]
