import { BalanceAnswer } from '../../contract/lists.ts'
import { toMajor } from '../../domain/money.ts'
import { refuseAgents } from '../auth/refuse-agents.ts'
import { endpoint } from '../endpoint.ts'

export const getBalance = endpoint({
  method: 'get',
  path: '/balance',
  tag: 'Self-service',
  summary: 'What the merchant has',
  resource: 'PAYMENT',
  permit: refuseAgents,
  answer: BalanceAnswer,
  rejects: ['forbidden'],
  handle: async ({ lists }, { caller: { merchantId } }) => {
    const balances = await lists.balances(merchantId)
    return {
      balances: balances.map(({ currency, availableMinor, reservedMinor }) => ({
        currency,
        available: toMajor(availableMinor, currency),
        reserved: toMajor(reservedMinor, currency),
      })),
    }
  },
})
