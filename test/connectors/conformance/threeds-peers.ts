import type { Account } from '../../../src/connectors/definition.ts'
import type { Challenge } from '../../../src/connectors/threeds.ts'
import { keys, webhookKeys } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { TIMEOUT_MS } from './peers.ts'

/** What the suite must know of the simulator of a 3-D Secure server. */
export interface ThreeDsPeer {
  /** Its name in the sandbox's faults. */
  simulator: string
  account(sandboxUrl: string): Account
  wrongCredential: unknown
  /** The same question again is the same question: what was lost is found again. */
  knowsRepeats: boolean
  /** How many authentications it has under a reference; not known where it hears of none. */
  countOf?(sandbox: RunningSandbox, reference: string): Promise<number>
  /** The payer passes the challenge, or does not. */
  answer(sandbox: RunningSandbox, challenge: Challenge, passes: boolean): Promise<void>
}

/** The page of the sandbox's ACS. */
const atAcs: ThreeDsPeer['answer'] = async (sandbox, { acsTransId = '' }, passes) => {
  await sandbox.submit('/acs/decision', {
    acsTransID: acsTransId,
    otp: passes ? '123456' : '000000',
  })
}

/** Every 3-D Secure server of the registry has its simulator here. */
export const threeDsPeers: Readonly<Record<string, ThreeDsPeer>> = {
  sandbox: {
    simulator: 'threeds',
    account: (url) => ({
      settings: { url: `${url}/threeds`, timeoutMs: TIMEOUT_MS },
      credential: { key: keys.threeds, webhookKey: webhookKeys.threeds },
    }),
    wrongCredential: { key: 'of somebody else', webhookKey: 'x' },
    knowsRepeats: false,
    answer: atAcs,
  },
  'threedsecure-io': {
    simulator: 'threedsecure-io',
    account: (url) => ({
      settings: {
        url: `${url}/threedsecure-io`,
        timeoutMs: TIMEOUT_MS,
        missingResult: 'notFound',
        acquirer: { bin: '400001', merchantId: 'MID-1', country: 'PL' },
      },
      credential: { apiKey: keys['threedsecure-io'] },
    }),
    wrongCredential: { apiKey: 'of somebody else' },
    knowsRepeats: false,
    answer: atAcs,
  },
  stripe: {
    simulator: 'stripe',
    account: (url) => ({
      settings: { url: `${url}/stripe`, timeoutMs: TIMEOUT_MS },
      credential: { secretKey: keys.stripe, webhookKey: webhookKeys.stripe },
    }),
    wrongCredential: { secretKey: 'sk_live_another', webhookKey: 'whsec_x' },
    knowsRepeats: true,
    countOf: async (sandbox, reference) => {
      const { body } = await sandbox.get('/stripe/v1/three_d_secure/authentications?limit=100')
      const { data } = body as { data: { metadata: { reference?: string } }[] }
      return data.filter(({ metadata }) => metadata.reference === reference).length
    },
    answer: async (_, { pageUrl = '' }, passes) => {
      const body = new URLSearchParams({ otp: passes ? '123456' : '000000' })
      await fetch(pageUrl, { method: 'POST', body })
    },
  },
}
