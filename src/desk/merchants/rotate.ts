import type { RotatedSecret } from '../../postgres/approvals.ts'
import type { RotatedAll } from '../../postgres/merchant-secrets.ts'
import type { Merchants } from '../../postgres/merchants.ts'
import { counted } from '../counted.ts'

/** Makes the new secrets; the words say what ended and, as important after a leak, what did not. */
export async function rotate(
  merchants: Merchants,
  merchantId: string,
  which: RotatedSecret,
): Promise<{ value: object; text: string }> {
  if (which === 'all') {
    const all = await merchants.rotateAll(merchantId)
    return { value: { which, ...all }, text: tellAll(all) }
  }
  if (which === 'end') {
    await merchants.endRotation(merchantId)
    return { value: { which }, text: 'the previous secret is forgotten' }
  }
  const secret =
    which === 'login'
      ? await merchants.rotateLogin(merchantId)
      : await merchants.rotateNotification(merchantId)
  return { value: { which, secret, goesOn: goesOn[which] }, text: `${secret}\n${goesOn[which]}` }
}

const goesOn = {
  login:
    "ended: every earlier token, and payers' open pages. Not ended: API keys, secrets of " +
    'notifications and webhooks (merchants rotate --all ends them), people of the portal',
  notification:
    'ended: nothing yet. The previous secret signs beside this one until: merchants rotate <id> end',
}

const tellAll = ({ login, notification, webhooks, endedKeys }: RotatedAll): string =>
  [
    `secret               ${login}`,
    `notification secret  ${notification}`,
    ...webhooks.map(({ webhookId, url, secret }) => `webhook ${webhookId}  ${secret}  ${url}`),
    ...endedKeys.map(({ keyId, name }) => `ended: API key ${keyId} (${name})`),
    "ended: every earlier token, payers' open pages, and all previous secrets, at once: what is signed",
    `with the new ones waits until the merchant knows them. ${counted(endedKeys.length, 'API key')} ended.`,
    'Not ended: people of the portal and their sessions (portal list), where webhooks and notifications',
    'go (merchants access): look at both.',
  ].join('\n')
