import { hashOf } from './hash.ts'
import type { Sealing } from './hash.ts'

/** The members of each message that we send, in the order of its hash. */
const orders = {
  start: [
    ...['ServiceID', 'OrderID', 'Amount', 'Description', 'GatewayID', 'Currency'],
    ...['CustomerEmail', 'Language', 'CustomerNRB', 'SwiftCode', 'ForeignTransferMode'],
    ...['TaxCountry', 'CustomerIP', 'Title', 'ReceiverName', 'Products', 'CustomerPhone'],
    ...['CustomerPesel', 'ValidityTime', 'CustomerNumber', 'InvoiceNumber', 'CompanyName'],
    ...['Nip', 'Regon', 'VerificationFName', 'VerificationLName', 'VerificationStreet'],
    ...['VerificationStreetHouseNo', 'VerificationStreetStaircaseNo'],
    ...['VerificationStreetPremiseNo', 'VerificationPostalCode', 'VerificationCity'],
    ...['VerificationNRB', 'LinkValidityTime', 'RecurringAcceptanceState', 'RecurringAction'],
    ...['ClientHash', 'OperatorName', 'ICCID', 'AuthorizationCode', 'ScreenType', 'BlikUIDKey'],
    ...['BlikUIDLabel', 'BlikAMKey', 'ReturnURL', 'TransactionSettlementMode', 'PaymentToken'],
    ...['DocNumber', 'RecurringAcceptanceID', 'RecurringAcceptanceTime'],
    ...['DefaultRegulationAcceptanceState', 'DefaultRegulationAcceptanceID'],
    ...['DefaultRegulationAcceptanceTime', 'WalletType', 'RecurringValidityTime', 'ServiceURL'],
    ...['MCC', 'BlikPPLabel', 'BlikPPRefuseNotSupported', 'ReceiverNameForFront'],
    ...['AccountHolderName', 'UserAgent'],
  ],
  gatewayList: ['ServiceID', 'MessageID', 'Currencies', 'Language'],
  transactionStatus: ['ServiceID', 'OrderID'],
  transactionCancel: ['ServiceID', 'MessageID', 'RemoteID', 'OrderID'],
  transactionRefund: ['ServiceID', 'MessageID', 'RemoteID', 'Amount', 'Currency'],
  balanceGet: ['ServiceID', 'MessageID'],
  outDetails: ['serviceId', 'messageId', 'method'],
  returned: ['ServiceID', 'OrderID'],
} as const satisfies Record<string, readonly string[]>

export type MessageName = keyof typeof orders
export type Fields = Readonly<Record<string, string>>

/** The values of a message in the order of its hash. A member that has no place in it is a mistake. */
export function valuesOf(message: MessageName, fields: Fields): (string | undefined)[] {
  const order: readonly string[] = orders[message]
  const stray = Object.keys(fields).find((name) => !order.includes(name))
  if (stray !== undefined) throw new Error(`${stray} has no place in the hash of ${message}`)
  return order.map((name) => fields[name])
}

/** The hash of a message that we send. */
export const hashOfMessage = (message: MessageName, fields: Fields, sealing: Sealing): string =>
  hashOf(valuesOf(message, fields), sealing)
