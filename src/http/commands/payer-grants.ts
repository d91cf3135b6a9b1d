import type { Channel } from '../../domain/actor/channel.ts'
import type { Caller } from '../auth/caller.ts'
import { clientToken } from '../auth/client-token.ts'
import { hasPage } from './create-command.ts'
import { openAppleSession } from './open-apple-session.ts'
import type { Uses } from '../services.ts'

type Body = Record<string, unknown>

/** What lets the payer act, made anew for each answer: the page's token, Apple's session. */
export async function payerGrants(
  services: Uses<'appleSession' | 'bearerTokens' | 'config' | 'payments'>,
  caller: Caller,
  body: Body,
): Promise<{ access_token?: string; apaySession?: string | undefined }> {
  const [token, apaySession] = await Promise.all([
    mayHavePage(body) ? clientToken(services, caller, String(body.paymentId)) : undefined,
    waitsForApple(body) ? openAppleSession(services, caller.merchant, placeOf(body)) : undefined,
  ])
  return { ...token, apaySession }
}

const mayHavePage = ({ channel }: Body): boolean =>
  channel === undefined || hasPage(channel as Channel)

const waitsForApple = ({ method, dataRequest }: Body): boolean =>
  method === 'APAY' && dataRequest === 'INSTRUMENT'

const placeOf = ({ channel }: Body) => ({ onOurPage: hasPage(channel as Channel) })
