import type { Bank } from '../../src/connectors/bank/index.ts'
import type { Blik } from '../../src/connectors/blik/index.ts'
import { readVia } from '../../src/domain/actor/via.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import type { AccountClients } from '../account-clients.ts'
import type { Deps } from '../deps.ts'
import { callProvider } from '../provider-call.ts'
import type { MaySend } from '../send-once.ts'

interface Providers {
  bank: Bank
  blik: Blik
}

interface PayerCall<Provider, T> {
  step: string
  /** What comes of a call to an account that cannot be opened: nothing is sent. */
  closed: T
  send(provider: Provider, signal: AbortSignal): Promise<T>
  maySend?: MaySend | undefined
}

/** A question to an account that cannot be opened is asked again until it can. */
export async function callPayerProvider<Name extends keyof Providers, T extends { type: string }>(
  deps: Deps,
  name: Name,
  request: CallRequest,
  { step, closed, send, maySend }: PayerCall<Providers[Name], T>,
): Promise<T> {
  const provider = await payerProvider(deps, name, request)
  return callProvider(deps.metrics, {
    provider: name,
    step,
    ownerId: request.ownerId,
    maySend,
    send: (signal) => (provider ? send(provider, signal) : Promise.resolve(closed)),
  })
}

/** Who is asked: the account that the payment was planned for, else the provider of the installation. */
export function payerProvider<Name extends keyof Providers>(
  deps: Deps,
  name: Name,
  { via, merchantId }: CallRequest,
): Promise<Providers[Name] | undefined> {
  const providers: Providers = deps
  if (via === undefined) return Promise.resolve(providers[name])
  const accounts: { [Kind in keyof Providers]: AccountClients<Providers[Kind]> } = deps.accounts
  return accounts[name]({ merchantId, ...readVia(via) })
}

/** What belongs to an account of a merchant is checked with the key of that account. */
export const accountUrl = (
  { via, merchantId }: CallRequest,
  publicUrl: string,
  what: 'return' | 'status',
): string | undefined =>
  via === undefined
    ? undefined
    : `${publicUrl}/providers/${via.replace('/', `/${merchantId}/`)}/${what}`

/** The provider's name of the money, which an account of a merchant is asked by later. */
export const nameOf = ({ via }: CallRequest, answer: object): { transactionId?: string } =>
  via !== undefined && 'transactionId' in answer && typeof answer.transactionId === 'string'
    ? { transactionId: answer.transactionId }
    : {}
