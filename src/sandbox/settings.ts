export interface Settings {
  host: string
  port: number
  /** Where the journal and the wallet roots live; without it nothing outlives the process. */
  directory?: string
  /** The address browsers use; without it, the host each caller used. */
  publicUrl?: string
  gatewayUrl: string
  operatorUrl: string
  defaultMerchantId?: string
  /** Whom the demo shop sells for; without any it is closed. */
  sellers: Seller[]
  delayMs: number
  /** With which the gateway calls. */
  keys: Keys
  /** With which the gateway is told. */
  webhookKeys: Omit<Keys, 'autopay' | 'przelewy24' | 'threedsecure-io'>
  bankServiceId: string
  /** Issuers besides those of the test cards. */
  otherBins: string
  /** Where Stripe's simulator sends the events of its first account; without it, nowhere. */
  stripeWebhookUrl?: string
  /** Where Autopay's simulator sends notifications of services that named no address; else nowhere. */
  autopayItnUrl?: string
  timings: Timings
}

export interface Seller {
  merchantId: string
  secret: string
  notificationSecret: string | undefined
  name: string
}

export interface Keys {
  acquirer: string
  threeds: string
  blik: string
  bank: string
  tokens: string
  stripe: string
  /** Of both sides: it is hashed and never sent. */
  autopay: string
  /** The CRC key; that for reports is made of it. */
  przelewy24: string
  adyen: string
  'threedsecure-io': string
}

export interface Timings {
  /** How long a payer takes to confirm in the bank app, and an alias to be registered. */
  confirmMs: number
  /** When the transfer of a payer who said "later" is made. */
  laterMs: number
  /** Scenario 143: longer than the gateway waits. */
  slowAnswerMs: number
  /** Scenario 108: how long the result message trails the browser. */
  lateResultMs: number
  /** A call that is never answered is dropped after this long, so that sockets do not pile up. */
  hangMs: number
  /** The first pause before a message is repeated; every next one is twice as long. */
  repeatMs: number
  /** How long a minute is of the schedules by which Autopay and Przelewy24 tell again. */
  minuteMs: number
}

const usualTimings: Timings = {
  confirmMs: 1_000,
  laterMs: 5_000,
  slowAnswerMs: 15_000,
  lateResultMs: 3_000,
  hangMs: 60_000,
  repeatMs: 1_000,
  minuteMs: 1_000,
}

/** People and messengers so many times as quick; what is held against a gateway's own patience stays. */
const atSpeed = (speed: number): Timings => ({
  ...usualTimings,
  confirmMs: usualTimings.confirmMs / speed,
  laterMs: usualTimings.laterMs / speed,
  lateResultMs: usualTimings.lateResultMs / speed,
  repeatMs: usualTimings.repeatMs / speed,
  minuteMs: usualTimings.minuteMs / speed,
})

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  return {
    host: env.HOST || '127.0.0.1',
    port: Number(env.SANDBOX_PORT || 8090),
    directory: `${env.TOLLGATE_HOME || '.tollgate'}/sandbox`,
    ...(env.SANDBOX_URL && { publicUrl: env.SANDBOX_URL }),
    gatewayUrl: required(env, 'GATEWAY_URL'),
    operatorUrl: required(env, 'OPERATOR_URL'),
    ...(env.DEFAULT_MERCHANT_ID && { defaultMerchantId: env.DEFAULT_MERCHANT_ID }),
    sellers: [
      ...sellerOf(env, 'DEFAULT', 'Sandbox Shop'),
      ...sellerOf(env, 'ROUTED', 'Routed Shop'),
    ],
    delayMs: Number(env.SANDBOX_DELAY_MS || 50),
    keys: {
      acquirer: required(env, 'ACQUIRER_KEY'),
      threeds: required(env, 'THREEDS_KEY'),
      blik: required(env, 'BLIK_KEY'),
      bank: required(env, 'BANK_KEY'),
      tokens: required(env, 'TOKENS_KEY'),
      stripe: env.SANDBOX_STRIPE_KEY || 'sk_test_sandbox',
      autopay: env.SANDBOX_AUTOPAY_KEY || 'autopay-sandbox',
      przelewy24: env.SANDBOX_PRZELEWY24_KEY || 'przelewy24-sandbox',
      adyen: env.SANDBOX_ADYEN_KEY || 'adyen-sandbox',
      'threedsecure-io': env.SANDBOX_THREEDSECURE_IO_KEY || 'threedsecure-io-sandbox',
    },
    webhookKeys: {
      acquirer: env.ACQUIRER_WEBHOOK_KEY || 'sandbox-acquirer-webhook-key',
      threeds: required(env, 'THREEDS_WEBHOOK_KEY'),
      blik: required(env, 'BLIK_WEBHOOK_KEY'),
      bank: required(env, 'BANK_WEBHOOK_KEY'),
      tokens: required(env, 'TOKENS_WEBHOOK_KEY'),
      stripe: env.SANDBOX_STRIPE_WEBHOOK_KEY || 'whsec_sandbox',
      adyen: env.SANDBOX_ADYEN_HMAC_KEY || 'ad'.repeat(32),
    },
    bankServiceId: required(env, 'BANK_SERVICE_ID'),
    otherBins: env.SANDBOX_OTHER_BINS ?? '',
    ...(env.SANDBOX_STRIPE_WEBHOOK_URL && { stripeWebhookUrl: env.SANDBOX_STRIPE_WEBHOOK_URL }),
    ...(env.SANDBOX_AUTOPAY_ITN_URL && { autopayItnUrl: env.SANDBOX_AUTOPAY_ITN_URL }),
    timings: atSpeed(Number(env.SANDBOX_SPEED || 1)),
  }
}

function sellerOf(env: NodeJS.ProcessEnv, key: 'DEFAULT' | 'ROUTED', name: string): Seller[] {
  const merchantId = env[`${key}_MERCHANT_ID`]
  const secret = env[`${key}_MERCHANT_SECRET`]
  if (!merchantId || !secret) return []
  return [{ merchantId, secret, notificationSecret: env[`${key}_NOTIFICATION_SECRET`], name }]
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`The sandbox needs the environment variable ${name}`)
  return value
}
