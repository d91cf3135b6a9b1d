import { acceptsOrganization } from '../../actor/merchant-facts.ts'
import { reasonGiven, systemError } from '../../reasons/given-reason.ts'
import { missing } from '../wants.ts'
import { startCharge } from './steps.ts'
import type { Operation, Outcome } from './operation.ts'
import { accept, internal, plain } from './operation.ts'

/** The token of a wallet is opened: a card, or a cryptogram that stands for one. */
export const wallet = {
  commands: {},
  deadlines: {},
  calls: {
    openWallet: {
      repeats: 'bounded',
      made: 'outside',
      atProvider: 'none',
      aboutCharge: false,
      asks: 'nothing',
      words: 'open the wallet token',
      answer: (payment, { id: answers }, outcome, context) => {
        if (outcome.type !== 'opened' || !payment.instrument)
          return accept([
            outcome.type === 'invalid'
              ? { type: 'rejected', answers, ...invalidToken(outcome) }
              : {
                  type: 'errored',
                  answers,
                  ...systemError(`opening the wallet token: ${outcome.type}`),
                },
          ])
        const { vaultRef, cardMask, fingerprint, auth: walletAuth, organization } = outcome
        if (!organization || !acceptsOrganization(payment.merchant.organizations, organization))
          return accept([{ type: 'rejected', answers, rejectCode: 'UNSUPPORTED_BIN' }])
        const card = { vaultRef, cardMask, fingerprint, organization, walletAuth }
        const instrument = { ...payment.instrument, ...card }
        const after = { ...payment, instrument }
        return accept([
          { type: 'walletOpened', answers, instrument },
          ...(missing(after) ? [{ type: 'deviceNeeded' } as const] : startCharge(after, context)),
        ])
      },
    },
  },
  events: {
    walletOpeningStarted: {
      moves: { from: ['gathering'], to: 'opening' },
      changes: 'none',
      ...internal,
      words: plain('wallet token being opened'),
    },
    walletOpened: {
      moves: 'none',
      changes: (_, { instrument }) => ({ instrument }),
      ...internal,
      words: plain('wallet token opened'),
    },
  },
} satisfies Operation

const invalidToken = ({ detail }: Extract<Outcome, { type: 'invalid' }>) =>
  reasonGiven({ rejectCode: 'WALLET_TOKEN_INVALID', detail })
