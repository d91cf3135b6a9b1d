import { isOpenStatus } from '../actor/open-status.ts'
import type { Consent } from '../actor/consent.ts'
import type { ShownToken } from '../card-token.ts'
import { acsData } from '../actor/view/acs-data.ts'
import { present, timeOf } from '../present.ts'
import { pageUrl } from '../actor/view/page-url.ts'
import type { Audience } from '../actor/view/rejection.ts'
import { rejection } from '../actor/view/rejection.ts'
import type { Tokenization } from './tokenization.ts'
import { statusOfTokenization } from './phase.ts'
import { wants } from './wants.ts'

/** The answer of create and of every command. */
export function tokenizationAnswer(
  tokenization: Tokenization,
  { publicUrl, audience = 'merchant' }: { publicUrl: string; audience?: Audience },
) {
  const { id, kind, linkId, merchant, rejectCode } = tokenization
  const status = statusOfTokenization[tokenization.phase]
  const isOpen = isOpenStatus(status)
  return present({
    tokenizerId: id,
    status,
    kind,
    dataRequest: wants(tokenization),
    acsData: acsData(tokenization),
    redirectURL: isOpen && linkId !== undefined ? pageUrl(publicUrl, merchant, linkId) : undefined,
    ...rejection(rejectCode, audience),
  })
}

/** GET /tokenizer/{tokenizerId}/status: without the token. */
export const tokenizationState = (tokenization: Tokenization, audience: Audience = 'merchant') =>
  present({
    tokenizerId: tokenization.id,
    status: statusOfTokenization[tokenization.phase],
    kind: tokenization.kind,
    dataRequest: wants(tokenization),
    acsData: acsData(tokenization),
    ...rejection(tokenization.rejectCode, audience),
  })

/** GET /tokenizer/{tokenizerId} */
export const tokenizationRecord = (
  tokenization: Tokenization,
  audience: Audience = 'merchant',
) => ({
  ...tokenizationState(tokenization, audience),
  ...(tokenization.token && { token: tokenRecord(tokenization.token) }),
  ...(audience === 'merchant' &&
    tokenization.consents && { consents: consentRecord(tokenization.consents) }),
})

const consentRecord = ({ statement, receivedAt, ip }: Consent) =>
  present({ statement: JSON.parse(statement) as unknown, receivedAt: timeOf(receivedAt), ip })

export const tokenRecord = ({ createdAt, visuals, ...token }: ShownToken) => ({
  ...token,
  visuals: visuals ?? [],
  createdAt: timeOf(createdAt),
})
