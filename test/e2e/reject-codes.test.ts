import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { IssuerReasonCode, OwnReasonCode } from '../../src/domain/reasons/reason.ts'
import { issuerReasonCodes, ownReasonCodes } from '../../src/domain/reasons/reason.ts'
import { card, visa } from '../support/cards.ts'
import { commandLine } from '../support/cli.ts'
import { openHostedPage } from '../support/hosted-page.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import type { Merchant, Wish } from '../support/merchant.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, plain, shop, stack } from '../support/world.ts'

type Made = Promise<{ merchant?: Merchant; paymentId: string }>

/** How each reason of our own comes about; a new one does not compile without its row. */
const reasons: Record<OwnReasonCode, () => Made> = {
  UNSUPPORTED_BIN: () => shop.create({ instrument: card('4999990000000007') }),
  CHANNEL_NOT_SUPPORTED: () => ofPlain({ channel: 'PAYWALL' }),
  METHOD_NOT_SUPPORTED: () => ofPlain({ method: 'BLIK' }),
  CURRENCY_NOT_SUPPORTED: () => ofPlain({ currency: 'EUR' }),
  EXPIRED: () => later(shop.create({ options: { validTime: 120 } }), 121),
  PREAUTH_EXPIRED: () => later(shop.hold(), 31 * 86_400),
  CANCELLED_BY_MERCHANT: () => ordered(shop.create(), 'cancel'),
  CANCELLED_BY_CUSTOMER: async () => {
    const { paymentId, redirectURL } = await shop.create({ channel: 'PAYWALL', method: 'UNKNOWN' })
    await (await openHostedPage(redirectURL)).post('cancel', {})
    return { paymentId }
  },
  CANCELLED_BY_OPERATOR: async () => {
    const { paymentId } = await shop.completed()
    const run = commandLine({ TOLLGATE_HOME: stack.home })
    const wish = ['--reason', 'table', '--by', 'anna', '--json']
    const { id } = JSON.parse((await run('payment', 'cancel', paymentId, ...wish)).text)
    expect(await run('approvals', 'approve', id, '--by', 'jan')).toMatchObject({ code: 0 })
    return { paymentId }
  },
  AUTHENTICATION_FAILED: () => shop.create({ instrument: card(visa(103)) }),
  AUTHENTICATION_TIMEOUT: () => later(shop.asks({ instrument: card(visa(102)) }), 601),
  AUTHENTICATION_UNAVAILABLE: async () => {
    const merchant = await openMerchant({ withoutAuthentication: 'reject' })
    return { ...(await merchant.create({ instrument: card(visa(105)) })), merchant }
  },
  ORDER_ALREADY_PAID: async () => {
    const wish = { instrument: card(visa(107)), order: { extOrderId: randomUUID() } }
    await shop.completed(wish)
    return shop.create(wish)
  },
  TOKEN_NOT_USABLE: () => shop.create({ instrument: { type: 'COF', instrumentNo: 'tok_none' } }),
  WALLET_TOKEN_INVALID: async () => {
    const token = await behind.mint('apple', { amount: 1, merchantId: shop.merchantId })
    return shop.create({ method: 'APAY', instrument: { type: 'APAY', token } })
  },
  BANK_UNAVAILABLE: () =>
    shop.create({ method: 'PBL', instrument: { type: 'PBL', bank: 'CLOSEDBANK' } }),
  DECLINED_BY_PAYER: () => blik({ type: 'BLIK_CODE', code: '100003' }),
  BLIK_CODE_INVALID: () => blik({ type: 'BLIK_CODE', code: '100001' }),
  BLIK_CODE_EXPIRED: () => blik({ type: 'BLIK_CODE', code: '100002' }),
  BLIK_TIMEOUT: () => later(blik({ type: 'BLIK_CODE', code: '100005' }), 61),
  BLIK_ALIAS_UNKNOWN: () => blik({ type: 'BLIK_UID', alias: 'alias-none' }),
  UNKNOWN_OUTCOME: () => shop.create({ instrument: card(visa(141)) }),
  SYSTEM_ERROR: () => declined('96'),
}

/** One answer of the acquirer behind each decline; what is only asked about names its end. */
const answers: Record<IssuerReasonCode, string | { answer: string; endsWith: string }> = {
  // A code that nobody can read may hide money: it is asked about, and undone.
  DECLINED: { answer: 'ZZ', endsWith: 'UNKNOWN_OUTCOME' },
  CALL_ISSUER: '01',
  MERCHANT_CONFIG: '03',
  CARD_BLOCKED: '43',
  DO_NOT_HONOUR: '05',
  ISSUER_ERROR: '06',
  PARTIAL_NOT_SUPPORTED: '10',
  INVALID_TRANSACTION: '12',
  INVALID_AMOUNT: '13',
  INVALID_CARD: '14',
  RETRY: '19',
  NO_ACTION: '21',
  ORIGINAL_NOT_FOUND: '25',
  FORMAT_ERROR: '30',
  EXPIRED_CARD: '54',
  SUSPECTED_FRAUD: '59',
  NO_ACCOUNT: '52',
  ACCOUNT_CLOSED: '46',
  INSUFFICIENT_FUNDS: '51',
  WRONG_PIN: '55',
  NOT_PERMITTED: '57',
  LIMIT_EXCEEDED: '61',
  RESTRICTED_CARD: '62',
  SECURITY: '63',
  SCA_REQUIRED: '1A',
  // The issuer may still have charged: it is asked about, and undone.
  ISSUER_TIMEOUT: { answer: '68', endsWith: 'UNKNOWN_OUTCOME' },
  ADDITIONAL_DATA: '70',
  PIN_TRIES: '75',
  CARD_NOT_ACTIVE: '78',
  CVV_MISMATCH: 'N7',
  VERIFICATION_FAILED: '6P',
  ISSUER_UNAVAILABLE: '91',
  LEGAL: '93',
  // What became of the first is asked for: scenario 144 has approved it.
  DUPLICATE: { answer: '94', endsWith: 'COMPLETED' },
  SYSTEM_ERROR: '96',
  BLOCKED_BY_CARDHOLDER: '5C',
  AMOUNT_TOO_HIGH: 'N8',
  RECURRING_STOPPED: 'R1',
  AUTHENTICATION_FAILED: 'Q1',
}

test('every code of the catalogue has its row', () => {
  expect(Object.keys(reasons).sort()).toEqual([...ownReasonCodes].sort())
  expect(Object.keys(answers).sort()).toEqual([...issuerReasonCodes].sort())
})

describe.concurrent('our own reasons', () => {
  test.each(Object.entries(reasons))('%s', async (code, make) => {
    const { merchant = shop, paymentId } = await make()
    await ends(merchant, paymentId, code)
  })
})

describe.concurrent("the acquirer's answers", () => {
  test.each(Object.entries(answers))('%s', async (code, given) => {
    if (code === 'DUPLICATE') {
      const { paymentId } = await shop.completed({ instrument: card(visa(144)) })
      expect(await shop.status(paymentId)).not.toHaveProperty('rejectCode')
      return
    }
    const { answer, endsWith } =
      typeof given === 'string' ? { answer: given, endsWith: code } : given
    const { paymentId } = await declined(answer)
    await ends(shop, paymentId, endsWith)
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
  })
})

/** The reason stands on the payment, or on the transaction when the payment itself goes on. */
async function ends(merchant: Merchant, paymentId: string, code: string): Promise<void> {
  const found = await until(
    `${paymentId} with ${code}`,
    async () => [await merchant.status(paymentId), ...(await merchant.transactions(paymentId))],
    (all: Json[]) => all.some(({ rejectCode }) => rejectCode === code),
    90_000,
  )
  const told = found.find(({ rejectCode }) => rejectCode === code)
  expect(told.rejectInfo).toEqual(expect.any(String))
}

async function declined(responseCode: string): Made {
  const { paymentId } = await shop.create()
  const fault = { provider: 'acquirer', operation: 'authorize', action: 'decline', responseCode }
  const body = { ...fault, referencePrefix: paymentId, times: 2 }
  expect((await send(`${stack.sandbox}/faults`, { method: 'POST', body })).status).toBe(200)
  await shop.give(paymentId, card(visa(107)))
  return { paymentId }
}

const ofPlain = async (wish: Wish) => ({ ...(await plain.create(wish)), merchant: plain })

const blik = (instrument: object) => shop.create({ method: 'BLIK', instrument })

async function later(made: Promise<Json>, seconds: number): Made {
  const { paymentId } = await made
  await shop.advance(paymentId, seconds)
  return { paymentId }
}

async function ordered(made: Promise<Json>, command: string): Made {
  const { paymentId } = await made
  await shop.order(paymentId, command)
  return { paymentId }
}
