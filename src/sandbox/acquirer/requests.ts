import { amount, object, oneOf, optionalObject, optionalText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'

const kinds = ['SALE', 'PREAUTH', 'VERIFY', 'ACCT_FUNDING'] as const
const initiators = ['CUSTOMER', 'MERCHANT'] as const
const reasons = ['CANCEL', 'TIMEOUT', 'EXPIRY', 'REMAINDER', 'PARTIAL', 'ORDER_PAID'] as const

export interface AuthorizeRequest {
  reference: string
  kind: (typeof kinds)[number]
  amountMinor: number
  currency: string
  card: { number: string; expDate: string; isNetworkToken: boolean; cryptogram?: string }
  authentication?: { cavv?: string; dsTransId?: string; transStatus?: string }
  initiator: (typeof initiators)[number]
  recurring?: string
  moto?: true
  exemption?: string
  merchant?: object
  networkTransactionId?: string
}

export interface LaterRequest {
  reference: string
  originalReference: string
  amountMinor: number
  currency: string
  /** Of a capture: more may follow. */
  final?: false
  /** Of a reversal only. */
  reason?: (typeof reasons)[number]
}

export function readAuthorize(body: Fields): AuthorizeRequest {
  const authentication = optionalObject(body, 'authentication')
  const merchant = optionalObject(body, 'merchant')
  return {
    reference: text(body, 'reference'),
    kind: oneOf(body, 'kind', kinds),
    amountMinor: amount(body),
    currency: text(body, 'currency'),
    card: readCardFields(object(body, 'card')),
    ...(authentication && { authentication: readAuthentication(authentication) }),
    initiator: oneOf(body, 'initiator', initiators),
    ...pick(body, 'recurring'),
    ...pick(body, 'exemption'),
    ...(merchant && { merchant }),
    ...(body['moto'] === true && { moto: true as const }),
    ...pick(body, 'networkTransactionId'),
  }
}

export function readLater(body: Fields): LaterRequest {
  return {
    reference: text(body, 'reference'),
    originalReference: text(body, 'originalReference'),
    amountMinor: amount(body),
    currency: text(body, 'currency'),
    ...(body['final'] === false && { final: false as const }),
  }
}

export function readReversal(body: Fields): LaterRequest {
  return { ...readLater(body), reason: oneOf(body, 'reason', reasons) }
}

function readCardFields(card: Fields): AuthorizeRequest['card'] {
  return {
    number: text(card, 'number'),
    expDate: text(card, 'expDate'),
    isNetworkToken: card.isNetworkToken === true,
    ...pick(card, 'cryptogram'),
  }
}

function readAuthentication(fields: Fields): NonNullable<AuthorizeRequest['authentication']> {
  return { ...pick(fields, 'cavv'), ...pick(fields, 'dsTransId'), ...pick(fields, 'transStatus') }
}

function pick<Name extends string>(fields: Fields, name: Name): { [Each in Name]?: string } {
  const value = optionalText(fields, name)
  return (value === undefined ? {} : { [name]: value }) as { [Each in Name]?: string }
}
