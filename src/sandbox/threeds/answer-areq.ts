import { randomUUID } from 'node:crypto'
import { readCard } from '../cards.ts'
import type { Card } from '../cards.ts'
import { InvalidField, oneOf, optionalText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { openAppChannel } from './app-channel.ts'
import type { DirectoryAuthority } from './directory-authority.ts'
import type { Authentication } from './authentications.ts'
import { makeCavv } from './cavv.ts'

export const versions = ['2.1.0', '2.2.0'] as const

/** What the issuer makes of an authentication request, by the card's scenario. */
export function answerAreq(
  areq: Fields,
  baseUrl: string,
  threedsKey: string,
  isBrowserKnown: boolean,
  directory: DirectoryAuthority,
): Authentication {
  const acctNumber = text(areq, 'acctNumber')
  const card = readCard(acctNumber)
  if (!card) throw new InvalidField('acctNumber', 'an enrolled test card')
  const messageCategory = oneOf(areq, 'messageCategory', ['01', '02'])
  const proven = {
    dsTransID: randomUUID(),
    amountMinor: readPurchaseAmount(areq, messageCategory),
    purchaseCurrency: optionalText(areq, 'purchaseCurrency') ?? '',
  }
  const deviceChannel = oneOf(areq, 'deviceChannel', ['01', '02'])
  const isApp = deviceChannel === '01'
  const indicator = isApp ? 'U' : oneOf(areq, 'threeDSCompInd', ['Y', 'N', 'U'])
  const isUnknown = !isApp && card.scenario === 110 && !(isBrowserKnown && indicator === 'Y')
  const challengeInd = optionalText(areq, 'threeDSRequestorChallengeInd')
  const transStatus = isUnknown ? 'C' : statusOf(card, challengeInd)
  return {
    ...proven,
    threeDSServerTransID: text(areq, 'threeDSServerTransID'),
    acsTransID: randomUUID(),
    messageVersion: oneOf(areq, 'messageVersion', versions),
    messageCategory,
    scenario: card.scenario,
    areq: withoutCard(areq),
    threeDSCompInd: indicator,
    ...(challengeInd && { threeDSRequestorChallengeInd: challengeInd }),
    merchantName: optionalText(areq, 'merchantName') ?? '',
    deviceChannel,
    ...(isApp && { app: openAppChannel(areq, `${baseUrl}/acs/app`, directory) }),
    notificationURL: isApp ? '' : text(areq, 'notificationURL'),
    resultsURL: optionalText(areq, 'resultsURL') ?? '',
    acsURL: `${baseUrl}/acs/challenge`,
    cavv: makeCavv(threedsKey, proven, acctNumber),
    eci: eciOf(card, transStatus),
    transStatus,
    isPublished: transStatus !== 'C',
  }
}

function withoutCard({ acctNumber: _1, cardExpiryDate: _2, sdkEncData: _3, ...rest }: Fields) {
  return rest
}

const statuses: Record<number, string> = {
  101: 'A',
  102: 'C',
  103: 'N',
  104: 'R',
  105: 'U',
  108: 'C',
  109: 'C',
  112: 'C',
}

const challengeMandated = '04'
const noChallenge = new Set(['02', '05'])

function statusOf({ scenario }: Card, challengeIndicator: string | undefined): string {
  const isStrict = scenario === 128 || scenario === 129
  if (isStrict && challengeIndicator === challengeMandated) return 'C'
  // Informational: the issuer takes note of the exemption and authenticates nobody.
  if (scenario === 112 && noChallenge.has(challengeIndicator ?? '')) return 'I'
  return statuses[scenario] ?? 'Y'
}

function eciOf({ scheme }: Card, transStatus: string): string {
  const isAttempt = transStatus === 'A'
  if (scheme === 'MASTERCARD' || scheme === 'MAESTRO') return isAttempt ? '01' : '02'
  return isAttempt ? '06' : '05'
}

function readPurchaseAmount(areq: Fields, messageCategory: string): number {
  const digits =
    messageCategory === '02' ? optionalText(areq, 'purchaseAmount') : text(areq, 'purchaseAmount')
  if (digits !== undefined && !/^\d{1,15}$/.test(digits))
    throw new InvalidField('purchaseAmount', 'digits')
  return Number(digits ?? 0)
}
