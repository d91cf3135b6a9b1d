import { shownUses } from '../../contract/self-service/links.ts'
import { toMajor } from '../../domain/money.ts'
import { linkStatusOf, linkUrl } from '../../domain/payment/payment-link.ts'
import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import type { Caller } from '../auth/caller.ts'
import { Refused } from '../refused.ts'
import type { Uses } from '../services.ts'

export function linkView(
  { config }: Uses<'config'>,
  { merchant }: Pick<Caller, 'merchant'>,
  link: PaymentLink,
) {
  const { linkId, price, currency, terms } = link
  const major = (minor: number) => toMajor(minor, currency)
  return present({
    linkId,
    url: linkUrl(config.server.publicUrl, merchant.settings, linkId),
    status: linkStatusOf(link, Date.now()),
    ...('amountMinor' in price
      ? { amount: major(price.amountMinor) }
      : { minAmount: major(price.minMinor), maxAmount: major(price.maxMinor) }),
    currency,
    description: link.description,
    extOrderId: link.extOrderId,
    uses: shownUses(link.uses),
    paid: link.paid,
    open: link.open,
    expiresAt: link.expiresAt?.toISOString(),
    method: terms.method,
    redirectURL: terms.redirectURL,
    collect: [...(terms.collect ?? [])],
    createdAt: link.createdAt.toISOString(),
  })
}

/** The caller's own link; a foreign one is told apart from none by nothing. */
export async function findLink(
  { links }: Uses<'links'>,
  { merchantId }: Pick<Caller, 'merchantId'>,
  linkId: unknown,
): Promise<PaymentLink> {
  const found = await links.find(String(linkId))
  if (found?.merchantId !== merchantId) throw new Refused('link_not_found')
  return found
}
