import { randomBytes } from 'node:crypto'
import type { Account } from '../../../src/connectors/definition.ts'
import { formOf, keys, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'

/** What the suite must know of the simulator of a provider whose payers act on a screen of their own. */
export interface PayerPeer {
  /** Its name in the sandbox's faults. */
  simulator: string
  account(sandboxUrl: string): Account
  wrongCredential: unknown
  /** The same request again gets its first answer and has no second effect. */
  knowsRepeats: boolean
  /** What its simulator calls an operation, where it is not what most call it. */
  calls?: Readonly<Record<string, string>>
  /** To it, what failed or was never begun is what nobody has paid yet; nothing can be closed there. */
  isVague?: true
}

export interface BankPeer extends PayerPeer {
  bank: string
  closedBank: string
  decide(sandbox: RunningSandbox, redirectUrl: string, decision: string): Promise<void>
}

const autopay: PayerPeer = {
  simulator: 'autopay',
  account: (url) => ({
    settings: { url: `${url}/autopay`, serviceId: '4711', timeoutMs: TIMEOUT_MS },
    credential: { sharedKey: keys.autopay },
  }),
  wrongCredential: { sharedKey: 'of somebody else' },
  knowsRepeats: false,
}

const przelewy24: PayerPeer = {
  simulator: 'przelewy24',
  account: (url) => ({
    settings: {
      url: `${url}/przelewy24`,
      merchantId: 4_711,
      email: 'shop@example.com',
      listsUnpaid: true,
      reports: true,
      timeoutMs: TIMEOUT_MS,
    },
    credential: { reportKey: `${keys.przelewy24}-reports`, crc: keys.przelewy24 },
  }),
  wrongCredential: { reportKey: 'of somebody else', crc: 'of somebody else' },
  knowsRepeats: false,
  isVague: true,
}

const sandbox = (kind: 'bank' | 'blik'): PayerPeer => ({
  simulator: kind,
  account: (url) => ({
    settings: { url: `${url}/${kind}`, timeoutMs: TIMEOUT_MS },
    credential: { key: keys[kind], webhookKey: webhookKeys[kind] },
  }),
  wrongCredential: { key: 'of somebody else', webhookKey: 'x' },
  knowsRepeats: true,
})

/** Every provider of bank transfers of the registry has its simulator here. */
export const bankPeers: Readonly<Record<string, BankPeer>> = {
  sandbox: {
    ...sandbox('bank'),
    bank: 'SIMBANK',
    closedBank: 'CLOSEDBANK',
    async decide({ submit }, redirectUrl, decision) {
      const { action, fields } = formOf(await (await fetch(redirectUrl)).text())
      await submit(action, { ...fields, decision })
    },
  },
  autopay: { ...autopay, bank: '106', closedBank: '108', decide: onItsPage },
  przelewy24: {
    ...przelewy24,
    bank: '20',
    closedBank: '31',
    decide: onItsPage,
    calls: { authorize: 'register', reverse: 'inquire' },
  },
}

async function onItsPage(_: RunningSandbox, redirectUrl: string, decision: string): Promise<void> {
  const body = new URLSearchParams({ decision })
  await fetch(redirectUrl, { method: 'POST', redirect: 'manual', body })
}

/** And every provider of BLIK. */
export const blikPeers: Readonly<Record<string, PayerPeer>> = {
  sandbox: sandbox('blik'),
  autopay,
  przelewy24,
}

/** As a payment names it: 27 letters, the operation, and 8 letters of the command. */
export const newReference = (operation: string): string => {
  const letters = (count: number) =>
    Array.from(randomBytes(count), (byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26]).join('')
  return `${letters(27)}-${operation}-${letters(8)}`
}
