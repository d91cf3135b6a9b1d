import { Customer } from '../../contract/customer.ts'
import { toMinor } from '../../domain/money.ts'
import { takesAmount } from '../../domain/payment/payment-link.ts'
import type { PaymentLink } from '../../domain/payment/payment-link.ts'
import { present } from '../../domain/present.ts'
import type { Fields } from '../read-form.ts'

export type LinkField = 'amount' | 'email' | 'name' | 'phone' | 'street' | 'postal' | 'city'

/** Which fields stand on the page of a link, in order. */
export function fieldsOf({ price, terms }: Pick<PaymentLink, 'price' | 'terms'>): LinkField[] {
  const { collect = [] } = terms
  return [
    ...('amountMinor' in price ? [] : (['amount'] as const)),
    'email',
    ...collect.flatMap((one) => asked[one]),
  ]
}

const asked = {
  email: [],
  name: ['name'],
  phone: ['phone'],
  address: ['street', 'postal', 'city'],
} as const satisfies Record<string, readonly LinkField[]>

export interface GivenLinkForm {
  amountMinor: number
  customer: Customer
}

/** What the payer typed, or the fields that are wrong. */
export function readLinkForm(
  link: Pick<PaymentLink, 'price' | 'currency' | 'terms'>,
  fields: Fields,
): GivenLinkForm | { wrong: LinkField[] } {
  const shown = fieldsOf(link)
  const typed = (name: LinkField) => (shown.includes(name) && fields[name]?.trim()) || undefined
  const { price, currency } = link
  const amountMinor =
    'amountMinor' in price ? price.amountMinor : toMinor(plainAmount(typed('amount')), currency)
  const address = present({ street: typed('street'), postal: typed('postal'), city: typed('city') })
  const phoneNo = typed('phone')
  const customer = Customer.safeParse({
    ...present({ email: typed('email'), name: typed('name') }),
    ...(phoneNo !== undefined && { phone: { phoneNo } }),
    ...(Object.keys(address).length > 0 && { billing: address }),
  })
  const refused = customer.success ? [] : customer.error.issues.flatMap(({ path }) => path)
  const isAmount = amountMinor !== undefined && takesAmount(price, amountMinor)
  const wrong = shown.filter((name) =>
    name === 'amount' ? !isAmount : typed(name) === undefined || refused.includes(name),
  )
  if (wrong.length > 0 || !customer.success || amountMinor === undefined) return { wrong }
  return { amountMinor, customer: customer.data }
}

/** `1 250,50` as people write it in Poland, `1250.50` everywhere. */
const plainAmount = (text = ''): string => text.replace(/\s/g, '').replace(',', '.')
