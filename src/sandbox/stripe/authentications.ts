import { createHash, randomUUID } from 'node:crypto'
import { ok } from '../answer.ts'
import { readCard } from '../cards.ts'
import { InvalidField, oneOf, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Call } from '../provider.ts'
import { newId, nowInSeconds } from './books.ts'
import type { Authentication, Books, Done, Fate } from './books.ts'
import { isCardNumber } from './cards.ts'
import { metadataIn, wholeAmount } from './form.ts'
import { missing, stripeError } from './dialect.ts'

/** What is not finished by then has been abandoned. */
const LIVES_S = 1_800

/** Of Stripe's published cards; the others behave as in the rest of the sandbox. */
const published: Readonly<Record<string, Fate>> = {
  '4000002760003184': 'C',
  '4000002500003155': 'C',
  '4000000000003055': 'Y',
  '378282246310005': 'X',
}

const scenarios: Readonly<Record<number, Fate>> = {
  101: 'A',
  102: 'C',
  103: 'N',
  104: 'R',
  105: 'U',
  107: 'X',
  108: 'C',
  109: 'C',
  110: 'M',
  112: 'I',
}

const outcomes: Readonly<Record<string, [status: string, outcome: string]>> = {
  Y: ['succeeded', 'authenticated'],
  A: ['succeeded', 'attempt_acknowledged'],
  I: ['succeeded', 'informational'],
  N: ['failed', 'denied'],
  R: ['failed', 'rejected'],
  U: ['error', 'processing_error'],
  X: ['failed', 'not_supported'],
}

export function createAuthentication({ body, bearer, baseUrl }: Call, books: Books): Done {
  const made = draftOf(body, bearer)
  const submit = body['submit'] ?? 'never'
  const isSent = submit === 'always' || (submit !== 'never' && made.fate !== 'M')
  const saved = isSent ? submitted(made, undefined) : made
  return { answer: ok(viewOf(saved, baseUrl)), entries: [books.authentications.save(saved)] }
}

export function submitAuthentication({ body, params, bearer, baseUrl }: Call, books: Books): Done {
  const known = findAuthentication(books, params['id'], bearer)
  if (!known) return { answer: missing }
  if (known.status !== 'requires_submission') return { answer: wrongState }
  const saved = submitted(known, body['fingerprinting_result'])
  return { answer: ok(viewOf(saved, baseUrl)), entries: [books.authentications.save(saved)] }
}

export function cancelAuthentication({ params, bearer, baseUrl }: Call, books: Books): Done {
  const known = findAuthentication(books, params['id'], bearer)
  if (!known) return { answer: missing }
  if (!known.status.startsWith('requires_')) return { answer: wrongState }
  const saved = { ...known, status: 'canceled', outcome: 'canceled' }
  return { answer: ok(viewOf(saved, baseUrl)), entries: [books.authentications.save(saved)] }
}

/** The payer's answer to a challenge that still waits for one; undefined when none does. */
export function challengeAnswered(
  known: Authentication,
  answer: 'Y' | 'N' | 'left',
): Authentication | undefined {
  if (aged(known).status !== 'requires_challenge') return undefined
  if (answer === 'left') return { ...known, status: 'failed', outcome: 'abandoned', rreq: 'N' }
  return { ...ended(known, answer), rreq: answer }
}

export function findAuthentication(
  books: Books,
  id: string | undefined,
  account?: string,
): Authentication | undefined {
  const found = books.authentications.all.get(id ?? '')
  return found && (account === undefined || found.account === account) ? aged(found) : undefined
}

/** Ids live for half an hour; nobody is waited for longer. */
const aged = (known: Authentication): Authentication =>
  known.status.startsWith('requires_') && nowInSeconds() - known.created > LIVES_S
    ? { ...known, status: 'failed', outcome: 'abandoned' }
    : known

/** Whether a charge that names one of ours brings its proof, and says what the issuer said at once. */
export function provesOurs(books: Books, body: Fields): boolean {
  const proof = (name: string) => body[`payment_method_options[card][three_d_secure][${name}]`]
  const ours = [...books.authentications.all.values()].find(
    ({ dsTransId }) => dsTransId === proof('transaction_id'),
  )
  if (!ours) return true
  return proof('cryptogram') === cryptogramOf(ours) && proof('ares_trans_status') === ours.ares
}

function draftOf(body: Fields, account: string): Authentication {
  const category = oneOf(body, 'message_category', [
    'payment_authentication',
    'non_payment_authentication',
  ])
  const isPayment = category === 'payment_authentication'
  if (!isPayment && body['amount'] !== undefined) throw new InvalidField('amount', 'left out')
  oneOf(body, 'channel[type]', ['browser'])
  for (const name of [
    'accept_header',
    'ip_address',
    'javascript_enabled',
    'language',
    'user_agent',
  ])
    text(body, `channel[browser][${name}]`)
  checkAcquirer(body)
  const number = text(body, 'payment_method_data[card][number]')
  if (!isCardNumber(number)) throw new InvalidField('payment_method_data[card][number]', 'a card')
  return {
    id: newId('tdsa'),
    account,
    created: nowInSeconds(),
    status: 'requires_submission',
    ares: '',
    fate: fateOf(number, body),
    directory: directoryOf(number),
    dsTransId: randomUUID(),
    acsTransId: randomUUID(),
    serverTransId: randomUUID(),
    metadata: metadataIn(body),
    ...(isPayment && { amount: wholeAmount(body, 'amount'), currency: text(body, 'currency') }),
    asked: Object.fromEntries(
      Object.entries(body).flatMap(([name, value]) =>
        name.startsWith('payment_method_data[card]') ? [] : [[name, String(value)]],
      ),
    ),
  }
}

function checkAcquirer(body: Fields): void {
  const names = ['acquirer_bin', 'acquirer_country', 'acquirer_merchant_id']
  const given = names.filter((name) => body[`acquirer_details[${name}]`] !== undefined)
  if (given.length % names.length !== 0)
    throw new InvalidField('acquirer_details', 'given whole, or left out')
}

function fateOf(number: string, body: Fields): Fate {
  if (body['flow_preference[type]'] === 'challenge') return 'C'
  const fate = published[number] ?? scenarios[readCard(number)?.scenario ?? 0] ?? 'Y'
  const isQuiet = body['flow_preference[type]'] === 'frictionless'
  return fate === 'I' && !isQuiet ? 'C' : fate
}

const directoryOf = (number: string): string =>
  ({ 2: 'mastercard', 3: 'american_express', 5: 'mastercard', 6: 'discover' })[Number(number[0])] ??
  'visa'

function submitted(known: Authentication, fingerprint: unknown): Authentication {
  const fate = known.fate === 'M' ? (fingerprint === undefined ? 'C' : 'Y') : known.fate
  return { ...ended(known, fate), ares: fate === 'X' ? '' : fate }
}

function ended(known: Authentication, fate: Fate): Authentication {
  if (fate === 'C') return { ...known, status: 'requires_challenge' }
  const [status = '', outcome = ''] = outcomes[fate] ?? []
  return { ...known, status, outcome }
}

const cryptogramOf = ({ id, amount, currency }: Authentication): string =>
  createHash('sha1')
    .update(`${id}|${amount ?? 0}|${currency ?? ''}`)
    .digest('base64')

function eciOf({ directory, outcome }: Authentication): string {
  const isAttempt = outcome === 'attempt_acknowledged'
  if (directory === 'mastercard') return isAttempt ? '01' : '02'
  return isAttempt ? '06' : '05'
}

/** As Stripe shows it; of a finished one also the proof. */
export function viewOf(known: Authentication, baseUrl: string) {
  const { id, status, outcome, created, fate, metadata, amount, currency } = known
  const pages = `${baseUrl}/stripe/three_d_secure`
  return {
    id,
    object: 'three_d_secure.authentication',
    status,
    created,
    livemode: false,
    metadata,
    ...(amount !== undefined && { amount, currency }),
    directory_server: known.directory,
    message_category: known.asked['message_category'],
    ...(outcome !== undefined && { outcome }),
    ...(fate === 'M' && { fingerprinting_url: `${pages}/fingerprint/${id}?for=tollgate` }),
    ...(status === 'requires_challenge' && {
      challenge_url: `${pages}/challenge/${id}?for=tollgate`,
    }),
    ...(outcome !== undefined && fate !== 'X' && { outcome_details: detailsOf(known) }),
  }
}

function detailsOf(known: Authentication) {
  const { outcome, ares, rreq } = known
  const isProof = outcome === 'authenticated' || outcome === 'attempt_acknowledged'
  return {
    ds_transaction_id: known.dsTransId,
    acs_transaction_id: known.acsTransId,
    three_ds_server_transaction_id: known.serverTransId,
    protocol_version: '2.2.0',
    ...(ares !== '' && { ares_trans_status: ares }),
    ...(rreq !== undefined && { rreq_trans_status: rreq }),
    // Of an attempt issuers often say no indicator: the network's own one is meant.
    ...(outcome === 'authenticated' && { eci: eciOf(known) }),
    ...(isProof && { cryptogram: cryptogramOf(known) }),
  }
}

const wrongState = stripeError(400, {
  type: 'invalid_request_error',
  code: 'three_d_secure_authentication_unexpected_state',
})
