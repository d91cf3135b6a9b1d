import type {
  Acquirer,
  AcquirerDefinition,
  AcquirerOutcome,
  Addressed,
  Settles,
} from '../src/connectors/acquirer.ts'
import type { DisputeDesk } from '../src/connectors/disputes.ts'
import type { AccountGuard } from '../src/connectors/account-guard.ts'
import type { Log } from '../src/process/log.ts'
import type {
  AccountName,
  ConnectorAccounts,
} from '../src/postgres/providers/connector-accounts.ts'
import { createAccountClients } from './account-clients.ts'

type Operation = 'authorize' | 'capture' | 'adjust' | 'refund' | 'reverse' | 'inquire'

/** An acquirer whose operations say whose account they go through. */
export type RoutedAcquirer = Settles & {
  /** The reports of a merchant's own account; undefined when it cannot be opened. */
  reportsOf(to: NonNullable<Addressed['to']>): Promise<Settles | undefined>
  /** Where disputes are answered: nowhere, where an acquirer only tells of them; undefined when the account cannot be opened. */
  disputesOf(to: Addressed['to']): Promise<DisputeDesk | 'nowhere' | undefined>
} & {
  [Name in Operation]: (
    request: Parameters<Acquirer[Name]>[0] & Addressed,
    signal?: AbortSignal,
  ) => ReturnType<Acquirer[Name]>
}

interface Parts {
  /** Of the installation, for operations that name no account. */
  own: Acquirer
  definitions: readonly AcquirerDefinition[]
  accounts: Pick<ConnectorAccounts, 'open'>
  guard: AccountGuard
  log: Pick<Log, 'error'>
  /** Of accounts whose reports a message names. */
  reportedBatches: (to: AccountName, reports: Settles) => Settles
  /** Of accounts that are no acquirer's. */
  otherReports?: (to: AccountName) => Promise<Settles | undefined>
}

/**
 * Sends each operation through the account that its charge was planned for. An account that cannot be
 * opened sends nothing: a charge is not made, and a question or a reversal is asked again until it can.
 */
export function createRoutedAcquirer(given: Parts): RoutedAcquirer {
  const { own, otherReports, reportedBatches, ...parts } = given
  const clientOf = createAccountClients<Acquirer>(parts)
  const isReported = ({ connector }: AccountName) =>
    parts.definitions.find(({ name }) => name === connector)?.capabilities.settlement === 'told'

  const route =
    <Request extends object, Answer>(
      operationOf: (
        client: Acquirer,
      ) => (request: Request, signal?: AbortSignal) => Promise<Answer>,
      closed: NoInfer<Answer>,
    ) =>
    async ({ to, ...request }: Request & Addressed, signal?: AbortSignal): Promise<Answer> => {
      const client = to ? await clientOf(to) : own
      return client ? operationOf(client)(request as unknown as Request, signal) : closed
    }

  const notSent: AcquirerOutcome = { type: 'notSent' }
  const unknown: AcquirerOutcome = { type: 'unknown', because: 'noAnswer' }
  return {
    authorize: route(({ authorize }) => authorize, notSent),
    capture: route(({ capture }) => capture, notSent),
    adjust: route(({ adjust }) => adjust, notSent),
    refund: route(({ refund }) => refund, notSent),
    reverse: route(({ reverse }) => reverse, unknown),
    inquire: route(({ inquire }) => inquire, { type: 'unknown' }),
    disputesOf: async (to) => {
      const client = to ? await clientOf(to) : own
      return client && (client.disputes ?? 'nowhere')
    },
    reportsOf: async (to) => {
      const client = await clientOf(to)
      if (!client) return otherReports?.(to)
      return client.closedBatches || !isReported(to) ? client : reportedBatches(to, client)
    },
    closeSettlement: (...args) => own.closeSettlement(...args),
    settlementLines: (...args) => own.settlementLines(...args),
  }
}
