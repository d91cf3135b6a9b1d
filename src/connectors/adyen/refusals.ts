import type { ReasonCode } from '../../domain/reasons/reason.ts'

/** Adyen's refusals: the code of an answer, the words of answers and messages, and ours. */
const table = [
  ['2', 'Refused', 'DO_NOT_HONOUR'],
  ['3', 'Referral', 'CALL_ISSUER'],
  ['4', 'Acquirer Error', 'ISSUER_ERROR'],
  ['5', 'Blocked Card', 'CARD_BLOCKED'],
  ['6', 'Expired Card', 'EXPIRED_CARD'],
  ['7', 'Invalid Amount', 'INVALID_AMOUNT'],
  ['8', 'Invalid Card Number', 'INVALID_CARD'],
  ['9', 'Issuer Unavailable', 'ISSUER_UNAVAILABLE'],
  ['10', 'Not supported', 'NOT_PERMITTED'],
  ['11', '3D Not Authenticated', 'AUTHENTICATION_FAILED'],
  ['12', 'Not enough balance', 'INSUFFICIENT_FUNDS'],
  ['14', 'Acquirer Fraud', 'SUSPECTED_FRAUD'],
  ['15', 'Cancelled', 'DECLINED_BY_PAYER'],
  ['16', 'Shopper Cancelled', 'DECLINED_BY_PAYER'],
  ['17', 'Invalid Pin', 'WRONG_PIN'],
  ['18', 'Pin tries exceeded', 'PIN_TRIES'],
  ['20', 'FRAUD', 'SUSPECTED_FRAUD'],
  ['22', 'FRAUD-CANCELLED', 'SUSPECTED_FRAUD'],
  ['23', 'Transaction Not Permitted', 'NOT_PERMITTED'],
  ['24', 'CVC Declined', 'CVV_MISMATCH'],
  ['25', 'Restricted Card', 'RESTRICTED_CARD'],
  ['26', 'Revocation Of Auth', 'RECURRING_STOPPED'],
  ['27', 'Declined Non Generic', 'DECLINED'],
  ['28', 'Withdrawal amount exceeded', 'LIMIT_EXCEEDED'],
  ['29', 'Withdrawal count exceeded', 'LIMIT_EXCEEDED'],
  ['31', 'Issuer Suspected Fraud', 'SUSPECTED_FRAUD'],
  ['32', 'AVS Declined', 'VERIFICATION_FAILED'],
  ['33', 'Card requires online pin', 'NOT_PERMITTED'],
  ['34', 'No checking account available on Card', 'NO_ACCOUNT'],
  ['35', 'No savings account available on Card', 'NO_ACCOUNT'],
  ['36', 'Mobile PIN required', 'CALL_ISSUER'],
  ['37', 'Contactless fallback', 'NOT_PERMITTED'],
  ['38', 'Authentication required', 'softDeclined'],
  ['39', 'RReq not received from DS', 'AUTHENTICATION_FAILED'],
  ['40', 'Current AID is in Penalty Box', 'NOT_PERMITTED'],
  ['41', 'CVM Required Restart Payment', 'NOT_PERMITTED'],
  ['42', '3DS Authentication Error', 'AUTHENTICATION_FAILED'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'NOT_PERMITTED'],
] as const satisfies readonly (readonly [string, string, Meaning])[]

export type Meaning = ReasonCode | 'softDeclined'

const byCode = new Map<string, Meaning>(table.map(([code, , meaning]) => [code, meaning]))
const byWords = new Map<string, Meaning>(
  table.map(([, words, meaning]) => [words.toLowerCase(), meaning]),
)

/** What operators read: each code with its words, and our reason. */
export const outcomes: Readonly<Record<string, string>> = Object.fromEntries(
  table.map(([code, words, meaning]) => [`${code} ${words}`, meaning]),
)

export const meaningOf = ({ code, words }: { code?: string; words?: string }): Meaning =>
  byWords.get((words ?? '').toLowerCase()) ?? byCode.get(code ?? '') ?? 'DECLINED'
