import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import { authenticationWay } from '../../connectors/authentication-way.ts'
import { acquirers } from '../../connectors/registry.ts'
import { unableBecause } from '../../connectors/unable-because.ts'
import type { Currency } from '../../domain/currency.ts'
import { currencies } from '../../domain/currency.ts'
import { methods, organizations } from '../../domain/instrument.ts'
import { toMinor } from '../../domain/money.ts'
import { circuitOf } from '../../domain/routing/circuit.ts'
import type { AccountStanding } from '../../domain/routing/route.ts'
import { route, ruleFor } from '../../domain/routing/route.ts'
import type { RoutedPayment, RouteRule, RouteTarget } from '../../domain/routing/rule.ts'
import { unmetConditions } from '../../domain/routing/rule.ts'
import type { DbPool } from '../../postgres/db.ts'
import { createAccountCharges } from '../../postgres/providers/account-health.ts'
import { listAccounts } from '../../postgres/providers/connector-accounts.ts'
import { readPaymentFile } from '../../postgres/review/payment-file.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { withMerchants } from '../../desk/merchants/with-merchants.ts'
import { wholePaymentId } from '../../desk/payments/payment-id.ts'
import { routeCommands } from '../../desk/providers/routes.ts'
import { withConnections } from '../../desk/with-connections.ts'
import { addDeskCommands } from '../desk-command.ts'
import { examples, print } from '../print.ts'
import { accountTable, askedBy } from './account-table.ts'
import { explainRoute } from './explain-route.ts'
import { present } from '../../domain/present.ts'

interface TestOptions {
  amount: string
  currency: string
  method: string
  organization?: string
  country?: string
  recurring?: 'INITIAL' | 'SUBSEQUENT'
  paymentId: string
  json?: boolean
}

/** `routes …`: which account a merchant's charges go through, and why. */
export function routesCommand(command: Command): Command {
  addTest(command)
  addExplain(command)
  return addDeskCommands(command, routeCommands)
}

function addTest(command: Command): void {
  command
    .command('test')
    .description('what would happen to such a payment now; nothing is charged or kept')
    .argument('<merchantId>')
    .requiredOption('--amount <amount>', 'such as 99.99')
    .addOption(new Option('--currency <code>').choices(Object.keys(currencies)).default('PLN'))
    .addOption(new Option('--method <method>').choices(methods).default('CARD'))
    .addOption(new Option('--organization <name>', 'of the card').choices(organizations))
    .option('--country <code>', "of the card's issuer, two letters")
    .addOption(new Option('--recurring <kind>').choices(['INITIAL', 'SUBSEQUENT']))
    .option('--payment-id <id>', 'what a split is drawn by', 'example')
    .addHelpText('after', examples('routes test 10000001 --amount 99.99 --organization VISA'))
    .action((merchantId: string, options: TestOptions) =>
      withMerchants(async ({ db, merchants }) => {
        const merchant = await merchants.find(merchantId)
        if (!merchant) throw new CommandFailure(`no merchant ${merchantId}`)
        const { routes: rules = [], acquirer } = merchant.settings
        const payment = paymentOf(options)
        const accounts = await standings(db, merchantId, ruleFor(payment, rules)?.to ?? [])
        const choice = route(payment, rules, accounts)
        const words = [
          ...rules.map((rule) => ruleWords(rule, payment, choice.rule)),
          '',
          accountTable(choice.accounts),
          '',
          `the charge goes to ${choice.via ?? unruled(choice.rule, acquirer)}; ${askedBy(choice.authentication)} asks the cardholder`,
        ]
        print({ payment, choice }, words.join('\n'), options.json)
      }),
    )
}

function addExplain(command: Command): void {
  command
    .command('explain')
    .description('why a payment went the way that it went: rules, health, attempts')
    .argument('<paymentId>')
    .addHelpText('after', examples('routes explain dysczfmmcufecvzgwxwgyvhbmhn'))
    .action((paymentId: string, { json }: { json?: boolean }) =>
      withConnections(async ({ db }) => {
        const file = await readPaymentFile(db, await wholePaymentId(db, paymentId))
        if (!file) throw new CommandFailure(`no payment ${paymentId}`)
        const { value, text } = explainRoute(file)
        print(value, text, json)
      }),
    )
}

async function standings(
  db: DbPool,
  merchantId: string,
  targets: readonly RouteTarget[],
): Promise<AccountStanding[]> {
  const vias = targets.map(({ via }) => via)
  const charges = await createAccountCharges(db).recent(merchantId, vias)
  const accounts = await listAccounts(db, merchantId)
  return targets.map((target) => {
    const { via } = target
    const { circuit, failures } = circuitOf(charges.get(via) ?? [], Date.now())
    const unable = unableBecause(via, { kind: 'SALE' }, acquirers, accounts)
    const authentication = authenticationWay(target, acquirers, accounts)
    return { via, circuit, failures, ...present({ unable, authentication }) }
  })
}

function paymentOf(options: TestOptions): RoutedPayment {
  const { paymentId, method, currency, organization, country, recurring, amount } = options
  const amountMinor = toMinor(amount, currency as Currency)
  if (amountMinor === undefined) throw new InvalidArgumentError(`${amount} is no amount`)
  return {
    paymentId,
    method,
    currency,
    amountMinor,
    ...present({ organization }),
    ...(country !== undefined && { issuerCountry: country.toUpperCase() }),
    ...present({ recurring }),
  }
}

function ruleWords(rule: RouteRule, payment: RoutedPayment, chosen: string | undefined): string {
  const unmet = unmetConditions(rule, payment)
  if (unmet.length > 0) return `rule "${rule.name}" does not fit: ${unmet.join(', ')}`
  return rule.name === chosen
    ? `rule "${rule.name}" fits and decides`
    : `rule "${rule.name}" fits too, but comes later`
}

const unruled = (rule: string | undefined, acquirer: string | undefined): string =>
  rule === undefined ? (acquirer ?? 'the acquirer of the installation') : 'nobody: it would end'
