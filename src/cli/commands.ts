import { Command } from 'commander'

interface Entry {
  description: string
  /** Of one that does something itself; a group has none. */
  takes?: string
  /** Gives the command all that it does. */
  load: (command: Command) => Promise<Command>
}

/**
 * Every command by its name. What each needs is loaded when it is called: the help of all, and a
 * question to the database, wait for neither Temporal nor the connectors.
 */
export const commands: Readonly<Record<string, Entry>> = {
  payment: {
    description: 'one payment: look at it, and give it instructions',
    load: async (command) => (await import('./payments/payment.ts')).paymentCommand(command),
  },
  token: {
    description: 'one tokenization and the token that came of it',
    load: async (command) => (await import('./cards/token.ts')).tokenCommand(command),
  },
  disputes: {
    description: 'what payers contest, and what became of it',
    load: async (command) => (await import('./disputes/disputes.ts')).disputesCommand(command),
  },
  approvals: {
    description: 'instructions that wait for a second person',
    load: async (command) => (await import('./payments/approvals.ts')).approvalsCommand(command),
  },
  stuck: {
    description:
      'payments past their deadline, held or failing, with the reason; exit code 1 if any',
    takes: '',
    load: async (command) => (await import('./incidents/stuck.ts')).stuckCommand(command),
  },
  replay: {
    description:
      'run the history of a payment through the workflow code; exit code 1 if they diverge',
    takes: '[id]',
    load: async (command) => (await import('./incidents/replay.ts')).replayCommand(command),
  },
  incident: {
    description: 'write everything about a payment into one page, sealed as ours',
    takes: '<paymentId>',
    load: async (command) => (await import('./incidents/incident.ts')).incidentCommand(command),
  },
  prove: {
    description: "replayed state = row = postings = providers' log; exit code 1 when not",
    takes: '[id]',
    load: async (command) => (await import('./incidents/prove.ts')).proveCommand(command),
  },
  rollout: {
    description: 'which build of the workers decides payments',
    load: async (command) => (await import('./rollouts/rollout.ts')).rolloutCommand(command),
  },
  merchants: {
    description: 'merchants and agents',
    load: async (command) => (await import('./merchants/merchants.ts')).merchantsCommand(command),
  },
  portal: {
    description: "merchants' people on the portal",
    load: async (command) => (await import('./merchants/portal.ts')).portalCommand(command),
  },
  operators: {
    description: 'people with a token of their own',
    load: async (command) => (await import('./operators/operators.ts')).operatorsCommand(command),
  },
  keys: {
    description:
      'the key ring, beside the files and the database that it opens; values are never shown',
    load: async (command) => (await import('./keys/keys.ts')).keysCommand(command),
  },
  stats: {
    description: 'payments by outcome, reasons of rejection, times, notifications',
    takes: '',
    load: async (command) => (await import('./stats.ts')).statsCommand(command),
  },
  settlement: {
    description: "batches, the providers' reports and what they mean to merchants",
    load: async (command) => (await import('./money/settlement.ts')).settlementCommand(command),
  },
  ledger: {
    description: 'the double-entry ledger',
    load: async (command) => (await import('./money/ledger.ts')).ledgerCommand(command),
  },
  balance: {
    description: "merchants' balances",
    load: async (command) => (await import('./money/balance.ts')).balanceCommand(command),
  },
  bins: {
    description: 'the issuer file: whose cards are whose',
    load: async (command) => (await import('./cards/bins.ts')).binsCommand(command),
  },
  connectors: {
    description: 'the providers that this build knows',
    load: async (command) => (await import('./providers/connectors.ts')).connectorsCommand(command),
  },
  accounts: {
    description: "merchants' own accounts at providers",
    load: async (command) => (await import('./providers/accounts.ts')).accountsCommand(command),
  },
  routes: {
    description: 'which way charges go, and why',
    load: async (command) => (await import('./providers/routes.ts')).routesCommand(command),
  },
  notifications: {
    description: 'what merchants were told',
    load: async (command) =>
      (await import('./merchants/notifications.ts')).notificationsCommand(command),
  },
  'card-data': {
    description: 'card numbers where none may be',
    load: async (command) => (await import('./keys/card-data.ts')).cardDataCommand(command),
  },
  checkout: {
    description: 'the hosted payment page',
    load: async (command) => (await import('./keys/checkout.ts')).checkoutCommand(command),
  },
  listen: {
    description: "for merchants' developers: forward events to a server on your machine, signed",
    takes: '',
    load: async (command) => (await import('./developers/listen.ts')).listenCommand(command),
  },
  trigger: {
    description: "for merchants' developers: play a scenario in the sandbox through the public API",
    takes: '[scenario]',
    load: async (command) => (await import('./developers/trigger.ts')).triggerCommand(command),
  },
  doctor: {
    description: 'check a deployment: settings, database, Temporal, certificates, keys, clock',
    takes: '',
    load: async (command) => (await import('./doctor/doctor.ts')).doctorCommand(command),
  },
}

export const loaded = (name: string, { description, load }: Entry): Promise<Command> =>
  load(new Command(name).description(description))

/** As the help shows it, without what it needs to run. */
export function announced(name: string, { description, takes }: Entry): Command {
  const command = new Command(name).description(description)
  if (takes === undefined) return command
  return (takes === '' ? command : command.argument(takes)).option('--json')
}
