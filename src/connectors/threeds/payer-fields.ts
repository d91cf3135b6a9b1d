import type { Address, CustomerHistory, Payer } from '../../domain/actor/payer.ts'
import { countryNumeric } from '../../domain/texts/country.ts'
import { present } from '../../domain/present.ts'

/** What an AReq says of the payer, in the names and lengths of EMV 3-D Secure 2.2. */
export function payerFields(payer: Payer, now: number) {
  const { name, customerId, billing, shipping, phone, history } = payer
  const fullName = name?.slice(0, 45)
  return {
    ...(fullName !== undefined && fullName.length >= 2 && { cardholderName: fullName }),
    ...(customerId !== undefined && { acctID: customerId.slice(0, 64) }),
    ...phoneField(phone),
    ...(billing && addressFields('bill', billing)),
    ...(shipping && addressFields('ship', shipping)),
    ...(billing && shipping && { addrMatch: isSame(billing, shipping) ? 'Y' : 'N' }),
    ...(history && { acctInfo: accountFields(history, now) }),
  }
}

/** A number without its calling code cannot be written in the protocol. */
function phoneField(phone: string | undefined) {
  const [, cc, rest = ''] = /^\+?(\d{1,3}) (.+)$/.exec(phone ?? '') ?? []
  const subscriber = rest.replace(/\D/g, '').slice(0, 15)
  return cc === undefined || subscriber === '' ? {} : { mobilePhone: { cc, subscriber } }
}

/** A state means something only with its country, and has at most three characters (ISO 3166-2). */
function addressFields(kind: 'bill' | 'ship', address: Address) {
  const { street, postal, city } = address
  const country = address.country === undefined ? undefined : countryNumeric(address.country)
  const state = /^[A-Za-z0-9]{1,3}$/.exec(address.state ?? '')?.[0]
  return {
    ...(street !== undefined && { [`${kind}AddrLine1`]: street.slice(0, 50) }),
    ...(city !== undefined && { [`${kind}AddrCity`]: city.slice(0, 50) }),
    ...(postal !== undefined && { [`${kind}AddrPostCode`]: postal.slice(0, 16) }),
    ...present({ [`${kind}AddrCountry`]: country }),
    ...(country !== undefined && state !== undefined && { [`${kind}AddrState`]: state }),
  }
}

const isSame = (one: Address, other: Address): boolean =>
  (['street', 'postal', 'state', 'city', 'country'] as const).every(
    (name) => one[name]?.trim().toLowerCase() === other[name]?.trim().toLowerCase(),
  )

function accountFields(history: CustomerHistory, now: number) {
  const { purchasesSixMonths, transactionsDay, transactionsYear, cardsAddedDay } = history
  const { suspicious } = history
  return {
    ...dated(history.accountCreated, now, 2, 'chAccAgeInd', 'chAccDate'),
    ...dated(history.accountChanged, now, 1, 'chAccChangeInd', 'chAccChange'),
    ...dated(history.passwordChanged, now, 2, 'chAccPwChangeInd', 'chAccPwChange'),
    ...dated(history.cardAdded, now, 2, 'paymentAccInd', 'paymentAccAge'),
    ...dated(history.shippingFirstUsed, now, 1, 'shipAddressUsageInd', 'shipAddressUsage'),
    ...counted('nbPurchaseAccount', purchasesSixMonths),
    ...counted('txnActivityDay', transactionsDay),
    ...counted('txnActivityYear', transactionsYear),
    ...counted('provisionAttemptsDay', cardsAddedDay),
    ...(suspicious !== undefined && { suspiciousAccActivity: suspicious ? '02' : '01' }),
  }
}

const DAY_MS = 86_400_000

/** A day, and how long ago it is: today, less than 30 days, up to 60, more; counted from `first`. */
function dated(
  day: string | undefined,
  now: number,
  first: number,
  indicator: string,
  name: string,
): Record<string, string> {
  if (day === undefined) return {}
  const days = Math.floor((now - Date.parse(day)) / DAY_MS)
  const step = days < 1 ? 0 : days < 30 ? 1 : days <= 60 ? 2 : 3
  return { [name]: day.replaceAll('-', ''), [indicator]: `0${String(first + step)}` }
}

const counted = (name: string, count: number | undefined): Record<string, string> =>
  count === undefined ? {} : { [name]: String(count) }
