import { setTimeout as sleep } from 'node:timers/promises'
import type { CardToken } from '../../domain/card-token.ts'
import { merchantFactsOf } from '../../domain/merchant.ts'
import { rejection } from '../../domain/actor/view/rejection.ts'
import type { CreateTokenization } from '../../domain/tokenization/commands.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import { askerOf } from '../auth/caller.ts'
import type { Caller } from '../auth/caller.ts'
import { currencyOf } from './create-tokenization-command.ts'
import { findToken } from '../lookups/find-token.ts'
import { DEFAULT_VALID_TIME_SECONDS } from '../intake/payment-details.ts'
import { acceptedTokenization } from './send-tokenization-command.ts'
import type { Uses } from '../services.ts'
import { present } from '../../domain/present.ts'

const AT_ONCE = 10
const MAX_WAIT_MS = 10_000
const MAX_ROUNDS = 20
const PAUSE_MS = 50

interface Request {
  caller: Caller
  requestId: string
}

/**
 * A network token for each stored card. Which tokenization makes it is fixed by the card's number,
 * so a request that is repeated, or was cut off half way, finds what it began and starts no second.
 */
export async function convertStoredCards(
  services: Uses<'cardTokens' | 'gateway' | 'ids' | 'tokenizations'>,
  request: Request,
  numbers: string[],
): Promise<object[]> {
  const end = Date.now() + MAX_WAIT_MS
  const answers: object[] = []
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const some = numbers.slice(from, from + AT_ONCE)
    answers.push(...(await Promise.all(some.map((one) => convert(services, request, one, end)))))
  }
  return answers
}

async function convert(
  services: Uses<'cardTokens' | 'gateway' | 'ids' | 'tokenizations'>,
  request: Request,
  instrumentNo: string,
  end: number,
): Promise<object> {
  const token = await findToken(services, request.caller, { instrumentNo })
  if (token?.status !== 'ACTIVE')
    return { instrumentNo, status: 'REJECTED', ...rejection('TOKEN_NOT_USABLE') }
  const begun = await begin(services, request, { ...token, instrumentNo })
  const { id, phase, token: made, rejectCode } = await settled(services, begun, end)
  return {
    instrumentNo,
    tokenizerId: id,
    status: statusOfTokenization[phase],
    ...(made?.instrumentRef !== undefined && { instrumentRef: made.instrumentRef }),
    ...rejection(rejectCode),
  }
}

/** The conversion that is under way or done; a new one only where the one before came to nothing. */
async function begin(
  services: Uses<'gateway' | 'ids' | 'tokenizations'>,
  { caller, requestId }: Request,
  token: CardToken & { instrumentNo: string },
): Promise<Tokenization> {
  const { ids, tokenizations, gateway } = services
  const idOf = (round: number) =>
    ids.keyed('convert', caller.merchantId, token.instrumentNo, String(round))
  let round = 1
  let known = await tokenizations.find(idOf(round))
  while (known && hasFailed(known) && round < MAX_ROUNDS) {
    round += 1
    known = await tokenizations.find(idOf(round))
  }
  if (known) return known
  const original = await tokenizations.find(token.tokenizerId)
  const tokenizerId = idOf(round)
  const command = conversionOf(caller, tokenizerId, token, original)
  const meta = { commandId: tokenizerId, ...askerOf(caller), requestId }
  return acceptedTokenization(await gateway.createTokenization(command, meta))
}

const hasFailed = ({ phase }: Tokenization): boolean =>
  ['REJECTED', 'CANCELLED', 'ERROR', 'DISCARDED'].includes(statusOfTokenization[phase])

function conversionOf(
  { merchant, merchantId, agentId, channel }: Caller,
  tokenizerId: string,
  token: CardToken & { instrumentNo: string },
  original: Tokenization | undefined,
): CreateTokenization {
  const { instrumentNo, cardMask, organization, vaultRef, fingerprint, expDate } = token
  return {
    name: 'create',
    tokenizerId,
    kind: 'NETWORK',
    merchantId,
    ...present({ agentId }),
    channel: channel ?? 'WEBAPI',
    merchant: merchantFactsOf(merchant),
    customer: original?.customer ?? {},
    currency: currencyOf(merchant),
    options: { validTime: DEFAULT_VALID_TIME_SECONDS },
    instrument: {
      type: 'CARD',
      cardMask,
      organization,
      expDate,
      ...present({ vaultRef, fingerprint }),
    },
    convertedFrom: instrumentNo,
  }
}

/** The tokenization once its network has answered, or as it stands when the time is up. */
async function settled(
  { tokenizations }: Uses<'tokenizations'>,
  tokenization: Tokenization,
  end: number,
): Promise<Tokenization> {
  let latest = tokenization
  while (statusOfTokenization[latest.phase] === 'PENDING' && Date.now() < end) {
    const { id, version } = latest
    latest = (await tokenizations.waitForNewer(id, version, end - Date.now())) ?? latest
    // A wait that returns early without news must not become a busy loop.
    if (statusOfTokenization[latest.phase] === 'PENDING') await sleep(PAUSE_MS)
  }
  return latest
}
