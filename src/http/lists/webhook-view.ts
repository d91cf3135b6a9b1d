import { shownTypes } from '../../contract/webhooks.ts'
import { calledAddressProblem, calledAddressRules } from '../../domain/web-address.ts'
import type { MerchantAct } from '../../postgres/self-service/merchant-audit.ts'
import type { WebhookDelivery, WebhookRow } from '../../postgres/self-service/webhooks.ts'
import { actorOf, keyOf } from '../auth/caller.ts'
import { withKey } from '../../domain/actor/actor-name.ts'
import type { Caller } from '../auth/caller.ts'
import { invalidField, Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

export function webhookView(row: WebhookRow) {
  const { webhookId, url, types, description, status, lastAttempt } = row
  return {
    webhookId,
    url,
    types: shownTypes(types),
    description,
    status,
    createdAt: row.createdAt.toISOString(),
    failingSince: row.failingSince?.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString(),
    previousSecretUntil: row.previousUntil?.toISOString(),
    ...(lastAttempt && {
      lastAttempt: { ...lastAttempt, at: new Date(lastAttempt.at).toISOString() },
    }),
  }
}

export const deliveryView = ({ at, ...delivery }: WebhookDelivery) => ({
  ...delivery,
  at: at.toISOString(),
})

/** The caller's own webhook; a foreign one is told apart from none by nothing. */
export async function findWebhook(
  { webhooks }: Uses<'webhooks'>,
  { merchantId }: Pick<Caller, 'merchantId'>,
  webhookId: unknown,
) {
  const found = await webhooks.find(merchantId, String(webhookId))
  if (!found) throw new Refused('webhook_not_found')
  return webhookView(found)
}

/** As strict as when it is called, but for the name, which is resolved then. */
export function checkWebhookUrl({ config }: Uses<'config'>, url: string): void {
  const problem = calledAddressProblem(url, calledAddressRules(config))
  if (problem !== undefined) throw invalidField('url', problem)
}

/** Who changes something, for the audit: also with which key. */
export function actOf({ caller, ip }: { caller: Caller; ip: string }): MerchantAct {
  const actor = actorOf(caller)
  const key = keyOf(caller)
  const { merchantId } = caller
  return key
    ? { merchantId, actor: withKey(actor, key.keyId), keyName: key.name, origin: ip }
    : { merchantId, actor, origin: ip }
}
