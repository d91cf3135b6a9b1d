import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { card, mastercard, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { passChallenge } from '../support/payer.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { behind, plain, shop, stack } from '../support/world.ts'

const device = { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } }

async function start(wish: object = {}): Promise<Json> {
  const answer = await shop.call('POST', '/tokenizer', {
    channel: 'WEBAPI',
    merchant: { merchantId: shop.merchantId },
    customer: { email: `${randomUUID()}@example.com` },
    device,
    ...wish,
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const read = async (id: string): Promise<Json> => (await shop.call('GET', `/tokenizer/${id}`)).body
const reaches = (id: string, wanted: string) =>
  until(
    `tokenization ${id}`,
    () => read(id),
    ({ status }) => status === wanted,
  )

async function stored(wish: object = {}): Promise<Json> {
  const { tokenizerId } = await start({ instrument: card(visa(100)), ...wish })
  return reaches(tokenizerId, 'COMPLETED')
}

const discard = (id: string) => shop.call('POST', `/tokenizer/${id}/discard`, {})
const bySimulator = (ref: string, status: string) =>
  send(`${stack.sandbox}/tokens/vts/tokens/${ref}/state`, { method: 'POST', body: { status } })
const renewed = (ref: string, body: object) =>
  send(`${stack.sandbox}/tokens/vts/tokens/${ref}/renewal`, { method: 'POST', body })

describe.concurrent('a card is proven before it is stored', () => {
  test('by an authorisation of nothing, and each status is told', async () => {
    const { tokenizerId, token } = await stored()
    expect(token).toMatchObject({ type: 'COF', status: 'ACTIVE', cardMask: '400000******1000' })
    expect(await behind.moved(tokenizerId, 'authorize')).toMatchObject([{ amountMinor: 0 }])
    await discard(tokenizerId)
    const told = await until(
      'mail about the tokenization',
      async () => (await send(`${stack.sandbox}/received`)).body as Json[],
      (notes) => statusesOf(notes, tokenizerId).includes('DISCARDED'),
    )
    expect(statusesOf(told, tokenizerId)).toEqual(['PENDING', 'COMPLETED', 'DISCARDED'])
  })

  test('by phone (CSS) without 3-D Secure and without a page', async () => {
    // This issuer demands the cardholder of every card that comes by a browser.
    const wish = { channel: 'CSS', device: undefined, instrument: card(visa(128)) }
    const { tokenizerId, redirectURL } = await start(wish)
    expect(redirectURL).toBeUndefined()
    const { token } = await reaches(tokenizerId, 'COMPLETED')
    expect(token).toMatchObject({ type: 'COF', status: 'ACTIVE' })
    expect(await behind.moved(tokenizerId, 'authorize')).toHaveLength(1)
  })

  test('by the cardholder, where the issuer wants so, at once or after a soft decline', async () => {
    for (const scenario of [102, 109, 128]) {
      const { tokenizerId } = await start({ instrument: card(visa(scenario)) })
      const asked = await until(
        'the cardholder is asked',
        () => read(tokenizerId),
        ({ acsData }) => acsData !== undefined,
      )
      await passChallenge(asked.acsData)
      await reaches(tokenizerId, 'COMPLETED')
    }
  })

  test.each([
    [120, 'DO_NOT_HONOUR'],
    [124, 'CARD_BLOCKED'],
    [103, 'AUTHENTICATION_FAILED'],
    [141, 'UNKNOWN_OUTCOME'],
  ])('scenario %i is not stored: %s', async (scenario, rejectCode) => {
    const { tokenizerId } = await start({ instrument: card(visa(scenario)) })
    const { token, ...ended } = await reaches(tokenizerId, 'REJECTED')
    expect([token, ended.rejectCode]).toEqual([undefined, rejectCode])
  })

  test('an answer that was lost is found, and the card stored once', async () => {
    const { tokenizerId } = await stored({ instrument: card(visa(140)) })
    expect(await behind.moved(tokenizerId, 'authorize')).toHaveLength(1)
  })

  test('what nobody finishes in time ends', async () => {
    const { tokenizerId } = await start({ options: { validTime: 60 } })
    expect((await shop.advance(tokenizerId, 61)).fired).toEqual(['expiry'])
    expect(await read(tokenizerId)).toMatchObject({ status: 'CANCELLED', rejectCode: 'EXPIRED' })
  })
})

describe.concurrent('a stored card', () => {
  test('of one customer has one number, however many store it at once', async () => {
    const customer = { extCustomerId: randomUUID() }
    const made = await Promise.all([1, 2, 3, 4].map(() => stored({ customer })))
    const numbers = new Set(made.map(({ token }) => token.instrumentNo))
    expect(numbers.size).toBe(1)
  })

  test('that is shared is gone for everybody when one discards it', async () => {
    const customer = { extCustomerId: randomUUID() }
    const [first, second] = [await stored({ customer }), await stored({ customer })]
    expect((await discard(second.tokenizerId)).body.status).toBe('DISCARDED')
    expect((await reaches(first.tokenizerId, 'DISCARDED')).token.status).toBe('DISCARDED')
    const { instrumentNo } = first.token
    const dead = await shop.create({ instrument: { type: 'COF', instrumentNo, cvv: '123' } })
    const { rejectCode } = await shop.reaches(dead.paymentId, 'REJECTED')
    expect(rejectCode).toBe('TOKEN_NOT_USABLE')
  })

  test('of another merchant is not there', async () => {
    const { tokenizerId, token } = await stored()
    const { instrumentNo } = token
    expectProblem(await plain.call('GET', `/tokenizer/${tokenizerId}`), 404)
    const discarded = await plain.call('POST', '/tokenizer/discard', { instrumentNo })
    expectProblem(discarded, 404, 'token_not_found')
    expect((await plain.call('POST', '/tokenizer/search', { instrumentNo })).body).toEqual([])
  })

  test('may come from a payment, and is charged later by the merchant alone', async () => {
    const first = await shop.completed({ options: { tokenize: true } })
    const record = await until(
      'the token of the payment',
      () => shop.read(first.paymentId, '/tokenizer'),
      ({ token }) => token !== undefined,
    )
    const { instrumentNo } = record.token
    const options = { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId }
    const again = await shop.create({ instrument: { type: 'COF', instrumentNo }, options })
    await shop.reaches(again.paymentId, 'COMPLETED')
    // The payment has proven the card: nobody was asked a second time.
    expect(await behind.log(record.tokenizerId)).toEqual([])
  })
})

describe.concurrent('a network token', () => {
  test('pays while it is active, and does what its network says', async () => {
    const { tokenizerId, token } = await stored({ kind: 'NETWORK' })
    const instrument = { type: 'VTS', instrumentRef: token.instrumentRef }
    await shop.completed({ instrument })
    for (const [status, ends] of [
      ['SUSPENDED', 'REJECTED'],
      ['ACTIVE', 'COMPLETED'],
    ] as const) {
      await bySimulator(token.instrumentRef, status)
      await until(
        'told',
        () => read(tokenizerId),
        (seen) => seen.token.status === status,
      )
      const { paymentId } = await shop.create({ instrument })
      await shop.reaches(paymentId, ends)
    }
    await bySimulator(token.instrumentRef, 'DISCARDED')
    await reaches(tokenizerId, 'DISCARDED')
  })

  test('is charged again after its card was renewed, and its merchant is told of all of it', async () => {
    const { tokenizerId, token } = await stored({ kind: 'NETWORK' })
    const instrument = { type: 'VTS', instrumentRef: token.instrumentRef }
    const first = await shop.completed({ instrument, options: { recurring: 'INITIAL' } })
    const again = async (ends: string): Promise<Json> => {
      const options = { recurring: 'SUBSEQUENT', refPaymentId: first.paymentId }
      const { paymentId } = await shop.create({ instrument, options })
      return shop.reaches(paymentId, ends)
    }
    const shows = (expDate: string) =>
      until(
        'the new expiry',
        () => read(tokenizerId),
        (seen) => seen.token.expDate === expDate,
      )
    await renewed(token.instrumentRef, { expDate: '202001' })
    await shows('202001')
    expect((await again('REJECTED')).rejectCode).toBe('EXPIRED_CARD')
    await renewed(token.instrumentRef, { expDate: '203209', last4: '4321' })
    expect((await shows('203209')).token.cardMask).toBe('400000******4321')
    await again('COMPLETED')
    await bySimulator(token.instrumentRef, 'SUSPENDED')
    const mail = await until(
      'mail about the token',
      async () => changesOf((await send(`${stack.sandbox}/received`)).body, tokenizerId),
      (changes) => changes.includes('SUSPENDED'),
    )
    expect(mail).toEqual(['RENEWED', 'RENEWED', 'SUSPENDED'])
    expect((await again('REJECTED')).rejectCode).toBe('TOKEN_NOT_USABLE')
  })

  test('is SCOF for Mastercard, and not to be had for other cards', async () => {
    const made = await stored({ kind: 'NETWORK', instrument: card(mastercard(100)) })
    expect(made.token.type).toBe('SCOF')
    const amex = card('378282246310005', { cvv: '1234' })
    const { status, rejectCode } = await start({ kind: 'NETWORK', instrument: amex })
    expect([status, rejectCode]).toEqual(['REJECTED', 'UNSUPPORTED_BIN'])
  })

  test('is made of many stored cards at once, and only once', async () => {
    const cards = await Promise.all([1, 2, 3].map(() => stored()))
    const tokens = cards.map(({ token }) => ({ instrumentNo: token.instrumentNo }))
    const convert = async (): Promise<Json[]> =>
      (await shop.call('POST', '/tokenizer/convert', { tokens })).body
    await Promise.all([convert(), convert()])
    const done = await until('converted', convert, (all) =>
      all.every(({ status }) => status === 'COMPLETED'),
    )
    expect(new Set(done.map(({ instrumentRef }) => instrumentRef)).size).toBe(3)
    expect(await convert()).toEqual(done)
    for (const { tokenizerId } of cards)
      expect((await read(tokenizerId)).token.status).toBe('ACTIVE')
  })
})

const changesOf = (notes: Json[], tokenizerId: string): string[] =>
  notes
    .map(({ body }) => JSON.parse(body as string))
    .filter((body) => body.tokenizerId === tokenizerId && body.tokenChange !== undefined)
    .map(({ tokenChange }) => tokenChange as string)

const statusesOf = (notes: Json[], tokenizerId: string): string[] =>
  notes
    .map(({ body }) => JSON.parse(body as string))
    .filter((body) => body.tokenizerId === tokenizerId)
    .map(({ status }) => status as string)
