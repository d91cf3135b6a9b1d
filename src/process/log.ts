import type { DestinationStream, Logger } from 'pino'
import { pino, stdSerializers } from 'pino'
import type { LogLevel } from '../settings/config.ts'
import { luhn } from '../domain/cards/check-digit.ts'
import { sensitiveNames } from '../domain/data/data-classes.ts'

export type Log = Logger

/**
 * JSON lines to stdout; what looks like a card number never leaves, wherever it stands, nor does a
 * member that is about a person.
 */
export function createLog(name: string, level: LogLevel, destination?: DestinationStream): Log {
  const lines = destination ?? standardOutput()
  return pino(
    {
      name,
      level,
      redact: { paths: SECRET_KEYS.map((key) => `["${key}"]`), censor: REDACTED },
      serializers: { err: stdSerializers.err, error: stdSerializers.err },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    { write: (line) => lines.write(maskCardNumbers(maskSecretFields(line))) },
  )
}

/** A line that cannot be written (a full disk) is lost, and no payment with it. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true })
  output.on('error', () => undefined)
  return output
}

/**
 * Zeroes card numbers: Luhn-valid runs of 13 to 19 digits, also in groups. The first digit and
 * the length stay, so that a masked JSON number is still a number.
 */
export function maskCardNumbers(text: string): string {
  return text.replace(DIGIT_RUN, maskRun)
}

const REDACTED = '[redacted]'
const SHORTEST = 13
const LONGEST = 19
const CARD_FIRST_DIGIT = /[2-6]/
/** Ids in hexadecimal hold long runs of digits by chance; they must stay searchable. */
const HEX_ID = /[a-f]/
const HEX_ID_PATTERN = [
  String.raw`(?<![0-9a-z])(?=[\d-]{0,63}[a-f])`,
  String.raw`(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64})(?![0-9a-z])`,
].join('')
const SEPARATOR_PATTERN = String.raw`(?:[ \-+\u00a0\u2010-\u2015]|%20)`
const DIGIT_RUN = new RegExp(String.raw`${HEX_ID_PATTERN}|\d(?:${SEPARATOR_PATTERN}?\d){12,}`, 'g')

/** Names of the wire and of our own settings; those of payments come from the table of classes. */
const SECRETS_OF_THE_WIRE = [
  ...['authorization', 'cookie', 'set-cookie', 'secret', 'notificationSecret', 'password', 'token'],
  ...['access_token', 'operatorToken', 'jwt', 'cvv', 'cvc', 'pan', 'encInstrumentNo', 'encCvv'],
  ...['cardNumber', 'cryptogram', 'blikCode', 'payload'],
]
const SECRET_KEYS = [...new Set([...SECRETS_OF_THE_WIRE, ...sensitiveNames])]

/** Searches the finished line, since pino's own redaction needs the depth and costs far more. */
function maskSecretFields(line: string): string {
  return line
    .replace(SECRET_FIELD, (_, name: string) => `${name}"${REDACTED}"`)
    .replace(QUOTED_SECRET_FIELD, (_, name: string) => `${name}${REDACTED}`)
}

const SECRET_FIELD = new RegExp(
  String.raw`((?<!\\)"(?:(?:${SECRET_KEYS.join('|')})":|code":(?="\d{6}")))(?:"(?:[^"\\]|\\.)*"|\d+)`,
  'gi',
)

/** The same in JSON that stands inside a string, as in a logged body. */
const QUOTED_SECRET_FIELD = new RegExp(
  String.raw`(\\"(?:${SECRET_KEYS.join('|')})\\+"\s*:\s*\\+")[^"\\]+`,
  'gi',
)

function maskRun(run: string): string {
  if (HEX_ID.test(run)) return run
  const digits = run.replaceAll('%20', '').replace(/\D/g, '')
  const masked = new Set<number>()
  for (let from = 0; from + SHORTEST <= digits.length; from += 1) {
    if (!CARD_FIRST_DIGIT.test(digits.charAt(from))) continue
    for (let length = SHORTEST; length <= LONGEST && from + length <= digits.length; length += 1) {
      if (!luhn(digits.slice(from, from + length))) continue
      for (let index = from + 1; index < from + length; index += 1) masked.add(index)
    }
  }
  let index = -1
  return run.replace(/%20|\d/g, (found) => {
    if (found === '%20') return found
    index += 1
    return masked.has(index) ? '0' : found
  })
}
