import { holdsCardNumber, withoutCardNumber } from '../domain/cards/card-number-in-text.ts'

const WITHHELD = '(withheld)'
/** What is longer is a file, a signature or a sealed thing: nobody reads it. */
const LONGEST = 300
const MOST = 8_000
/** A page of a list, or a report: what is looked for in it is not worth looking through it. */
const LARGEST = 64 * 1_024

/**
 * A message to or from a provider as it was written, without what is a card's, proves something in
 * somebody's name or opens something: by the names of members, by what card numbers look like, and by
 * the values themselves.
 */
export function wordsOf(text: string, concealed: ReadonlySet<string> = new Set()): string {
  if (text.length > LARGEST) return `(${String(text.length)} letters)`
  const safe = (name: string, value: string) => safeValue(name, value, concealed)
  const words = asJson(text, safe) ?? asForm(text, safe) ?? asMarkup(text, safe)
  return words.length > MOST ? `${words.slice(0, MOST)}… (${String(words.length)} letters)` : words
}

type Safe = (name: string, value: string) => string

function asJson(text: string, safe: Safe): string | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.stringify(safeJson('', JSON.parse(text) as unknown, safe))
  } catch {
    return undefined
  }
}

function safeJson(name: string, value: unknown, safe: Safe): unknown {
  if (Array.isArray(value)) return value.map((one) => safeJson(name, one, safe))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [withoutCardNumber(key), safeJson(key, one, safe)]),
    )
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const shown = safe(name, String(value))
  return shown === String(value) ? value : shown
}

/** `a=b&c[d]=e`, where a member is named by its last part. */
function asForm(text: string, safe: Safe): string | undefined {
  if (!/^[\w.[\]%-]+=[^<{]*$/.test(text)) return undefined
  return [...new URLSearchParams(text)]
    .map(([name, value]) => `${withoutCardNumber(name)}=${safe(lastPart(name), value)}`)
    .join('&')
}

const lastPart = (name: string): string => name.split(/[[\].]+/).findLast(Boolean) ?? name

/** XML, or no form at all: each element by its name, and each line for itself. */
const asMarkup = (text: string, safe: Safe): string =>
  text
    .replace(/<(\w+)>([^<]*)<\/\1>/g, (_, name: string, value: string) => {
      return `<${name}>${safe(name, value)}</${name}>`
    })
    .split('\n')
    .map((line) => safe('', line))
    .join('\n')

function safeValue(name: string, value: string, concealed: ReadonlySet<string>): string {
  if (isWithheld(name, value)) return WITHHELD
  if (value.length > LONGEST && !/[<\s]/.test(value)) return `(${String(value.length)} letters)`
  if ([...concealed].some((one) => says(value, one))) return WITHHELD
  return holdsCardNumber(value) ? withoutCardNumber(value) : value
}

/** A short value, such as a CVV, only where it stands alone: ids are full of digits. */
const says = (value: string, secret: string): boolean =>
  secret.length >= 8 ? value.includes(secret) : value.split(/[^\p{L}\p{N}]+/u).includes(secret)

/** `code` is a provider's word for a reason, or what a payer reads off the phone. */
const isWithheld = (name: string, value: string): boolean => {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return plain === 'code' ? /^\d{6}$/.test(value) : withheld.has(plain)
}

const withheld: ReadonlySet<string> = new Set([
  ...['number', 'pan', 'cardnumber', 'acctnumber', 'primaryaccountnumber', 'track1', 'track2'],
  ...['cvc', 'cvv', 'cvc2', 'cvv2', 'csc', 'securitycode', 'pin', 'cryptogram', 'tavv', 'cavv'],
  ...['authenticationvalue', 'expmonth', 'expyear', 'expirymonth', 'expiryyear', 'expdate'],
  ...['expirydate', 'cardexpirydate', 'blikcode', 'authorizationcode', 'aliasvalue'],
  ...['password', 'secret', 'clientsecret', 'key', 'apikey', 'secretkey', 'sharedkey', 'crc'],
  ...['accesstoken', 'redirectresult', 'paymenttoken', 'encryptedpayload'],
])
