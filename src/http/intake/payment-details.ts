import { minorOf } from '../../contract/amount.ts'
import type { Amount } from '../../contract/amount.ts'
import { ShippingAddress } from '../../contract/customer.ts'
import type { Customer as WireCustomer, CustomerChange } from '../../contract/customer.ts'
import type { Device as WireDevice } from '../../contract/device.ts'
import { cycleDays, namesIn } from '../../contract/options.ts'
import type { Options as WireOptions } from '../../contract/options.ts'
import type { Order as WireOrder } from '../../contract/order.ts'
import type { Currency } from '../../domain/currency.ts'
import type { Customer, Options, Order } from '../../domain/payment/payment.ts'
import type { Device } from '../../domain/actor/device.ts'
import { present } from '../../domain/present.ts'
import { phoneNumber } from '../../domain/texts/phone-number.ts'
import { invalidField } from '../refused.ts'

export const DEFAULT_VALID_TIME_SECONDS = 1800

/** What is kept of the customer; the rest of what was sent is not stored. */
export const customerOf = (customer: WireCustomer): Customer => ({
  email: customer.email,
  ...customerChange(customer),
  ...(customer.signedIn && { signedIn: true }),
})

export function customerChange(customer: CustomerChange): Partial<Customer> {
  const { email, extCustomerId, extAccountNo: accountNo, phone } = customer
  const fullName = [customer.firstName, customer.lastName].filter(Boolean).join(' ')
  const name = customer.name ?? (fullName === '' ? undefined : fullName)
  return present({
    email,
    extCustomerId,
    name,
    phone: phone && phoneNumber(phone),
    accountNo,
    billing: filled(customer.billing),
    history: filled(customer.history),
  })
}

/** An object in which nothing stands says nothing. */
const filled = <T extends object>(value: T | undefined): T | undefined =>
  value && Object.keys(value).length > 0 ? value : undefined

export function deviceOf({ ip, name, browserData = {}, sdkData }: WireDevice): Device {
  const browser = Object.fromEntries(
    Object.entries(browserData).map(([field, value]) => [field, plain(value)]),
  )
  const isEmpty = Object.keys(browser).length === 0
  return present({
    ip,
    name,
    browser: isEmpty ? undefined : browser,
    sdk: sdkData && sdkOf(sdkData),
  })
}

/** The protocol writes the minutes with two digits. */
const sdkOf = ({ sdkMaxTimeout, ...sdk }: NonNullable<WireDevice['sdkData']>): Device['sdk'] => ({
  ...present(sdk),
  sdkMaxTimeout: String(sdkMaxTimeout).padStart(2, '0'),
})

/** Flags come as text from some browsers. */
const plain = (value: string | number | boolean): string | number | boolean =>
  value === 'true' || value === 'false' ? value === 'true' : value

export function orderOf(order: WireOrder): Order {
  const { currency, extOrderId, description, commission } = order
  return present({
    amountMinor: exactMinor(order.amount, currency, 'order.amount'),
    currency,
    extOrderId,
    description,
    shipping: filled(ShippingAddress.safeParse(order.shipping).data),
    commissionMinor: commission === undefined ? undefined : commissionMinor(commission, currency),
  })
}

/** What a payment's options are held against. */
interface Known {
  paymentId: string
  merchantName: string
  currency: Currency
}

export function optionsOf(options: WireOptions, known: Known): Options {
  const { purposeCode, fundSourceRef, fundSource } = options
  const funding = present({ purposeCode, fundSourceRef, fundSource })
  return present({
    transKind: options.transKind ?? 'AUTH',
    marketplace: options.transType === 'MARKETPLACE' || undefined,
    tokenize: options.tokenize || undefined,
    recurring: options.recurring,
    recurringType: options.recurringType,
    recurringExpDate: options.recurringExpDate && wholeDate(options.recurringExpDate),
    recurringCycleDays:
      options.recurringCycle === undefined ? undefined : cycleDays(options.recurringCycle),
    exemption: options.exemption,
    authenticate: options.authenticate || undefined,
    refPaymentId: options.refPaymentId,
    validTime: options.validTime ?? DEFAULT_VALID_TIME_SECONDS,
    asyncNotify: options.asyncNotify,
    methods: options.methods === undefined ? undefined : namesIn(options.methods),
    language: options.language,
    iframe: options.iframe || undefined,
    registerAlias: aliasOf(options, known),
    funding: Object.keys(funding).length > 0 ? funding : undefined,
  })
}

/** Where nothing else is said, an alias is named after its payment and its merchant. */
function aliasOf(
  { registerAlias: asked, recurring }: WireOptions,
  { paymentId, merchantName, currency }: Known,
): Options['registerAlias'] {
  if (asked === undefined || asked === false) return undefined
  const given = asked === true ? {} : asked
  const limit = given.limit
  return {
    type: given.type ?? (recurring === 'INITIAL' ? 'PAYID' : 'UID'),
    value: given.value ?? paymentId,
    label: given.label ?? merchantName.slice(0, 35),
    ...(limit !== undefined && {
      limitMinor: exactMinor(limit, currency, 'options.registerAlias.limit'),
    }),
  }
}

/** YYYYMMDD; an agreement that ends with a month ends on its last day. */
function wholeDate(date: string): string {
  const digits = date.replaceAll('-', '')
  if (digits.length === 8) return digits
  const [year, month] = [Number(digits.slice(0, 4)), Number(digits.slice(4))]
  return `${digits}${String(new Date(Date.UTC(year, month, 0)).getUTCDate())}`
}

/** An amount in minor units; more decimals than its currency has are the sender's mistake. */
export function exactMinor(amount: Amount, currency: Currency, field: string): number {
  const minor = minorOf(amount, currency)
  if (minor === undefined)
    throw invalidField(field, `must be a positive amount with the decimals of ${currency}`)
  return minor
}

export const commissionMinor = (commission: Amount | undefined, currency: Currency): number =>
  commission === undefined || commission === 0 ? 0 : (minorOf(commission, currency) ?? 0)
