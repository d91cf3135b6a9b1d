import { Command } from 'commander'

interface Entry {
  description: string
  /** Of one that does something itself; a group has none. */
  takes?: string
  load: () => Promise<Command>
}

/**
 * Every command by its name. What each needs is loaded when it is called: the help of all, and a
 * question to the database, wait for neither Temporal nor the connectors.
 */
export const commands: Readonly<Record<string, Entry>> = {
  payment: {
    description: 'one payment: look at it, and give it instructions',
    load: async () => (await import('./payments/payment.ts')).paymentCommand(),
  },
  token: {
    description: 'one tokenization and the token that came of it',
    load: async () => (await import('./cards/token.ts')).tokenCommand(),
  },
  approvals: {
    description: 'instructions that wait for a second person',
    load: async () => (await import('./payments/approvals.ts')).approvalsCommand(),
  },
  stuck: {
    description:
      'payments past their deadline, held or failing, with the reason; exit code 1 if any',
    takes: '',
    load: async () => (await import('./incidents/stuck.ts')).stuckCommand(),
  },
  replay: {
    description:
      'run the history of a payment through the workflow code; exit code 1 if they diverge',
    takes: '[paymentId]',
    load: async () => (await import('./incidents/replay.ts')).replayCommand(),
  },
  incident: {
    description: 'write everything about a payment into one page, sealed as ours',
    takes: '<paymentId>',
    load: async () => (await import('./incidents/incident.ts')).incidentCommand(),
  },
  prove: {
    description: "replayed state = row = postings = providers' log; exit code 1 when not",
    takes: '[id]',
    load: async () => (await import('./incidents/prove.ts')).proveCommand(),
  },
  rollout: {
    description: 'which build of the workers decides payments',
    load: async () => (await import('./rollouts/rollout.ts')).rolloutCommand(),
  },
  merchants: {
    description: 'merchants and agents',
    load: async () => (await import('./merchants/merchants.ts')).merchantsCommand(),
  },
  portal: {
    description: "merchants' people on the portal",
    load: async () => (await import('./merchants/portal.ts')).portalCommand(),
  },
  operators: {
    description: 'people with a token of their own',
    load: async () => (await import('./operators/operators.ts')).operatorsCommand(),
  },
  keys: {
    description:
      'the key ring, beside the files and the database that it opens; values are never shown',
    load: async () => (await import('./keys/keys.ts')).keysCommand(),
  },
  stats: {
    description: 'payments by outcome, reasons of rejection, times, notifications',
    takes: '',
    load: async () => (await import('./stats.ts')).statsCommand(),
  },
  settlement: {
    description: "batches, the providers' reports and what they mean to merchants",
    load: async () => (await import('./money/settlement.ts')).settlementCommand(),
  },
  ledger: {
    description: 'the double-entry ledger',
    load: async () => (await import('./money/ledger.ts')).ledgerCommand(),
  },
  balance: {
    description: "merchants' balances",
    load: async () => (await import('./money/balance.ts')).balanceCommand(),
  },
  bins: {
    description: 'the issuer file: whose cards are whose',
    load: async () => (await import('./cards/bins.ts')).binsCommand(),
  },
  connectors: {
    description: 'the providers that this build knows',
    load: async () => (await import('./providers/connectors.ts')).connectorsCommand(),
  },
  accounts: {
    description: "merchants' own accounts at providers",
    load: async () => (await import('./providers/accounts.ts')).accountsCommand(),
  },
  routes: {
    description: 'which way charges go, and why',
    load: async () => (await import('./providers/routes.ts')).routesCommand(),
  },
  notifications: {
    description: 'what merchants were told',
    load: async () => (await import('./merchants/notifications.ts')).notificationsCommand(),
  },
  'card-data': {
    description: 'card numbers where none may be',
    load: async () => (await import('./keys/card-data.ts')).cardDataCommand(),
  },
  checkout: {
    description: 'the hosted payment page',
    load: async () => (await import('./keys/checkout.ts')).checkoutCommand(),
  },
  listen: {
    description: "for merchants' developers: forward events to a server on your machine, signed",
    takes: '',
    load: async () => (await import('./developers/listen.ts')).listenCommand(),
  },
  trigger: {
    description: "for merchants' developers: play a scenario in the sandbox through the public API",
    takes: '[scenario]',
    load: async () => (await import('./developers/trigger.ts')).triggerCommand(),
  },
  doctor: {
    description: 'check a deployment: settings, database, Temporal, certificates, keys, clock',
    takes: '',
    load: async () => (await import('./doctor/doctor.ts')).doctorCommand(),
  },
}

/** As the help shows it, without what it needs to run. */
export function announced(name: string, { description, takes }: Entry): Command {
  const command = new Command(name).description(description)
  if (takes === undefined) return command
  return (takes === '' ? command : command.argument(takes)).option('--json')
}
