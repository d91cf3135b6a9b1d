import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js'
import { createHmac } from 'node:crypto'
import type { Account } from '../../../src/connectors/definition.ts'
import type { ReasonCode } from '../../../src/domain/reasons/reason.ts'
import { hmacOf } from '../adyen/hmac-of.ts'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { keys, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { Caught, RunningSandbox } from '../../sandbox/start-sandbox.ts'

/** What the suite must know of a simulator to put a connector through its paces. */
export interface AcquirerPeer {
  /** Its name in the sandbox's faults and money log, and its path there. */
  simulator: string
  account(sandboxUrl: string): Account
  cards: {
    approved: string
    declined: readonly (readonly [number: string, rejectCode: ReasonCode])[]
    softDeclined: string
  }
  /** A credential that the provider does not know. */
  wrongCredential: unknown
  /** Of an acquirer that sends messages: its key, and the one that the sandbox has caught. */
  webhook?: {
    key: string
    otherKey: string
    signatureOf(caught: Caught): string | undefined
    /** Signed as the provider does, by code that shares nothing with the connector's. */
    sign(text: string, key: string, at: number): Signed
    /** The same message with another content, or without any signature. */
    alter(message: Signed): Signed
    strip(message: Signed): Signed
    /** Whether an old message can be told from a new one. */
    isDated: boolean
    /** What the answer says and a message does not, or not under its signature. */
    leavesOut: readonly string[]
  }
  /** Says where the simulator sends its messages. */
  listen?(sandbox: RunningSandbox): Promise<unknown>
}

export interface Signed {
  text: string
  signature?: string | undefined
}

/** Every acquirer of the registry has its simulator here. */
export const acquirerPeers: Readonly<Record<string, AcquirerPeer>> = {
  sandbox: {
    simulator: 'acquirer',
    account: (url) => ({
      settings: { url: `${url}/acquirer`, timeoutMs: TIMEOUT_MS },
      credential: { key: keys.acquirer },
    }),
    wrongCredential: { key: 'of somebody else' },
    cards: {
      approved: makeCard('400000', 100),
      declined: [
        [makeCard('400000', 120), 'DO_NOT_HONOUR'],
        [makeCard('400000', 121), 'INSUFFICIENT_FUNDS'],
        [makeCard('400000', 124), 'CARD_BLOCKED'],
      ],
      softDeclined: makeCard('400000', 128),
    },
  },
  stripe: {
    simulator: 'stripe',
    account: (url) => ({
      settings: { url: `${url}/stripe`, timeoutMs: TIMEOUT_MS },
      credential: { secretKey: keys.stripe, webhookKey: webhookKeys.stripe },
    }),
    wrongCredential: { secretKey: 'sk_test_another', webhookKey: webhookKeys.stripe },
    cards: {
      approved: '4242424242424242',
      declined: [
        ['4000000000000002', 'DO_NOT_HONOUR'],
        ['4000000000009995', 'INSUFFICIENT_FUNDS'],
        ['4000000000009987', 'CARD_BLOCKED'],
        ['4000000000009979', 'CARD_BLOCKED'],
        ['4000000000000069', 'EXPIRED_CARD'],
        ['4000000000000127', 'CVV_MISMATCH'],
        ['4000000000000119', 'ISSUER_ERROR'],
        ['4000000000006975', 'LIMIT_EXCEEDED'],
      ],
      softDeclined: '4000002500003155',
    },
    webhook: {
      key: webhookKeys.stripe,
      signatureOf: ({ stripeSignature }) => stripeSignature,
      sign(text, key, at) {
        const time = Math.floor(at / 1_000)
        const digest = createHmac('sha256', key).update(`${time}.${text}`).digest('hex')
        return { text, signature: `t=${time},v1=${digest}` }
      },
      alter: ({ text, signature }) => ({ text: `${text} `, signature }),
      strip: ({ text }) => ({ text }),
      otherKey: 'whsec_of_somebody',
      isDated: true,
      leavesOut: [],
    },
  },
  adyen: {
    simulator: 'adyen',
    account: (url) => ({
      settings: {
        url: `${url}/adyen`,
        merchantAccount: 'TollgatePL',
        timeoutMs: TIMEOUT_MS,
        disputesUrl: `${url}/adyen/DisputeService/v30`,
      },
      credential: { apiKey: keys.adyen, hmacKey: webhookKeys.adyen },
    }),
    wrongCredential: { apiKey: 'of somebody else', hmacKey: webhookKeys.adyen },
    cards: {
      approved: makeCard('400000', 100),
      declined: [
        [makeCard('400000', 120), 'DO_NOT_HONOUR'],
        [makeCard('400000', 121), 'INSUFFICIENT_FUNDS'],
        [makeCard('400000', 122), 'EXPIRED_CARD'],
        [makeCard('400000', 123), 'CVV_MISMATCH'],
        [makeCard('400000', 124), 'CARD_BLOCKED'],
      ],
      softDeclined: makeCard('400000', 128),
    },
    listen: (sandbox) =>
      sandbox.post('/adyen/simulator/webhooks', {
        merchantAccount: 'TollgatePL',
        url: `${sandbox.gateway.url}/adyen`,
      }),
    webhook: {
      key: webhookKeys.adyen,
      otherKey: 'be'.repeat(32),
      signatureOf: () => undefined,
      sign: (text, key) =>
        changed(text, (item) => ({
          ...item,
          additionalData: { hmacSignature: hmacOf(item, key) },
        })),
      alter: ({ text }) => changed(text, (item) => ({ ...item, success: 'false' })),
      strip: ({ text }) => changed(text, (item) => ({ ...item, additionalData: {} })),
      isDated: false,
      leavesOut: ['authCode', 'networkTransactionId'],
    },
  },
}

/** One item of Adyen's message, changed. */
function changed(text: string, change: (item: NotificationRequestItem) => object): Signed {
  const whole = JSON.parse(text) as {
    notificationItems: [{ NotificationRequestItem: NotificationRequestItem }]
  }
  const [{ NotificationRequestItem: item }] = whole.notificationItems
  const notificationItems = [{ NotificationRequestItem: change(item) }]
  return { text: JSON.stringify({ ...whole, notificationItems }) }
}

/** Long enough for a simulator on a busy machine, short enough to be waited for. */
export const TIMEOUT_MS = 1_500
