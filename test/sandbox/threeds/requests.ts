import { randomUUID } from 'node:crypto'
import { makeCard } from '../../../src/sandbox/cards.ts'
import type { RunningSandbox } from '../start-sandbox.ts'

/** An authentication request for 99.99 PLN with the Visa test card of a scenario. */
export function areq(sandbox: RunningSandbox, scenario: number, changes: object = {}) {
  return {
    messageType: 'AReq',
    messageVersion: '2.2.0',
    threeDSServerTransID: randomUUID(),
    deviceChannel: '02',
    messageCategory: '01',
    threeDSCompInd: 'U',
    threeDSRequestorAuthenticationInd: '01',
    acctNumber: makeCard('400000', scenario),
    cardExpiryDate: '3012',
    merchantName: 'Shop & "Sons"',
    purchaseAmount: '9999',
    purchaseCurrency: '985',
    purchaseExponent: '2',
    notificationURL: `${sandbox.gateway.url}/back?from=acs&x=1`,
    resultsURL: `${sandbox.gateway.url}/results`,
    ...changes,
  }
}
