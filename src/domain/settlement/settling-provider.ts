import { required } from '../assert.ts'
import { readVia } from '../actor/via.ts'
import { moverOf } from '../instrument.ts'
import type { Payment } from '../payment/payment.ts'

/** The providers of the installation; each settles with batches of its own. */
export const settlingProviders = ['acquirer', 'blik', 'bank'] as const
export type OwnProvider = (typeof settlingProviders)[number]

export const isSettlingProvider = (name: unknown): name is OwnProvider =>
  settlingProviders.some((one) => one === name)

/**
 * Who owes us the money of a payment: a provider of the installation by its name, or an account of
 * the merchant as `connector/account/merchantId`.
 */
export const providerOf = ({ via, merchantId, instrument }: Payment): string =>
  via === undefined
    ? moverOf(required(instrument, 'instrument').type)
    : accountProvider(merchantId, via)

export const accountProvider = (merchantId: string, via: string): string => `${via}/${merchantId}`

/** The account of a merchant that a provider's name stands for; undefined for the installation's own. */
export function accountNamed(provider: string) {
  const end = provider.lastIndexOf('/')
  return end === -1
    ? undefined
    : { merchantId: provider.slice(end + 1), ...readVia(provider.slice(0, end)) }
}

/** A batch is named by its provider and a name there; those of the acquirer have the name alone. */
export const batchIdFor = (provider: string, name: string): string =>
  provider === 'acquirer' ? name : `${provider}/${name}`

export interface Batch {
  provider: string
  /** What the provider calls it. */
  name: string
}

export function readBatchId(batchId: string): Batch {
  const prefix = PREFIXED.exec(batchId)?.[1]
  return prefix === undefined
    ? { provider: 'acquirer', name: batchId }
    : { provider: prefix, name: batchId.slice(prefix.length + 1) }
}

/** Batches of the acquirer are named by a time or a date, which no provider's name can be taken for. */
const PREFIXED = /^(blik|bank|[a-z][a-z0-9-]{0,31}\/[a-z][a-z0-9-]{0,31}\/[A-Za-z0-9_-]{1,64})\/./
