import type { Request } from 'express'
import { readVia } from '../../domain/actor/via.ts'
import type { Payment, Transaction } from '../../domain/payment/payment.ts'
import { isVersionOf } from '../../domain/routing/account-version.ts'
import { askBank } from '../commands/ask-bank.ts'
import { Refused } from '../refused.ts'
import { returnPayer } from '../return-payer.ts'
import type { Services, Uses } from '../services.ts'

type Stored = Awaited<ReturnType<Services['connectorAccounts']['decoy']>>

/**
 * The account that the address of a message names. A stranger learns nothing of which there are: where
 * there is none, the same is done with a key that nobody has.
 */
export async function accountIn(
  { connectorAccounts }: Uses<'connectorAccounts'>,
  { params }: Request,
  connector: string,
): Promise<{ merchantId: string; via: string; stored: Stored }> {
  const { merchantId = '', account = '' } = params as Partial<Named>
  const isName = /^[\w-]{1,64}$/.test(merchantId) && /^[a-z][a-z0-9-]{0,31}$/.test(account)
  const name = isName
    ? { merchantId, connector, account }
    : { merchantId: '', connector, account: '' }
  const stored = (await connectorAccounts.open(name)) ?? (await connectorAccounts.decoy())
  return { merchantId, via: `${connector}/${account}`, stored }
}

interface Named {
  merchantId: string
  account: string
}

/** A provider may send all that concerns a shop to the address of one version of its account. */
export async function chargedVia(
  { connectorAccounts }: Uses<'connectorAccounts'>,
  { payment, via, about }: { payment: Payment; via: string; about: Transaction | undefined },
  isSameShop: (stored: Stored) => boolean,
): Promise<string> {
  const own = about?.via ?? (about?.reference === payment.reference ? payment.via : undefined)
  if (own === undefined || own === via || !isVersionOf(own, via)) return via
  const stored = await connectorAccounts.open({ merchantId: payment.merchantId, ...readVia(own) })
  return stored && isSameShop(stored) ? own : via
}

export type Contradiction = 'second_money' | 'failure_after_success' | 'other_money'

/** What must not be is told to an operator; what can be put right by itself is. */
export function alarm(
  { log, metrics }: Uses<'log' | 'metrics'>,
  kind: Contradiction,
  facts: { id: string; via: string; transactionId: string; status: string; requestId: string },
): void {
  log.error({ ...facts, kind }, 'a provider contradicts itself')
  metrics.providerContradictions.inc({ kind })
}

/** Where a payer goes on whose browser is back: the provider is asked what became of the payment. */
export async function askAndReturn(
  services: Uses<'config' | 'gateway' | 'ids' | 'log' | 'numberSeal' | 'payments'>,
  { paymentId, merchantId, requestId }: Record<'paymentId' | 'merchantId' | 'requestId', string>,
): Promise<string> {
  const payment = await services.payments.find(paymentId)
  if (payment?.merchantId !== merchantId) throw new Refused('payment_not_found')
  // The payer is sent on even when nobody can be asked now: the payment asks by itself, later.
  await askBank(services, payment, requestId).catch((error: unknown) => {
    services.log.warn({ err: error, requestId }, 'bank not asked')
  })
  return returnPayer(services, payment).options.headers?.['location'] ?? '/'
}
