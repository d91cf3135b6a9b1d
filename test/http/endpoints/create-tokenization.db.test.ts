import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { AGENT, OTHER } from '../support/test-app.ts'
import { card, CARD, startTokenizerApp, tokenizerBody } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())
afterEach(() => app.tokenizations.usually())

const customer = { email: 'same@example.com' }

describe('200', () => {
  test('without a card it is NEW and asks for it', async () => {
    const { status, body } = await app.create()
    expect(status).toBe(200)
    expect(body).toEqual({
      tokenizerId: expect.stringMatching(/^[a-z]{27}$/),
      status: 'NEW',
      kind: 'COF',
      dataRequest: 'INSTRUMENT',
    })
  })

  test('a card that is good is stored under a number that is not its own', async () => {
    const { body } = await app.create({ instrument: card() })
    expect(body).toMatchObject({ status: 'COMPLETED', kind: 'COF' })
    const { token } = (await app.at('GET', body.tokenizerId)).body
    expect(token.instrumentNo).toMatch(/^[a-z]{27}$/)
  })

  test('a card without its CVV asks for that, one without a browser for the device', async () => {
    const { cvv: _, ...withoutCvv } = card() as Record<string, unknown>
    expect((await app.create({ instrument: withoutCvv })).body.dataRequest).toBe('CARD_CVV')
    const { device: _device, ...body } = tokenizerBody({ instrument: card() })
    const asked = await app.call('POST', '/tokenizer', { token: app.bearer, body })
    expect(asked.body.dataRequest).toBe('DEVICE')
  })

  test('a challenge comes with what the browser needs', async () => {
    app.tokenizations.answerWith({
      authenticate: {
        type: 'challenge',
        serverTransId: 'server-1',
        acsTransId: 'acs-1',
        acsUrl: 'https://acs.example',
        version: '2.2.0',
      },
    })
    const { body } = await app.create({ instrument: card() })
    expect(body).toMatchObject({ status: 'PENDING', dataRequest: 'CARD_3DS' })
    expect(body.acsData).toMatchObject({ tdsServerTxnId: 'server-1', messageType: 'CReq' })
  })

  test('with a page it has a link and a CLIENT token', async () => {
    const { body } = await app.create({ channel: 'PAYWALL' })
    expect(body.redirectURL).toMatch(/\/pay\/[a-z]{27}$/)
    const path = `/tokenizer/${body.tokenizerId}/status`
    expect((await app.call('GET', path, { token: body.access_token })).status).toBe(200)
  })

  test('what the payer has agreed to is kept as proof, for the merchant and not for the page', async () => {
    const consents = [{ type: 'STORE_CARD', version: '3', text: 'Zapamiętaj moją kartę' }]
    const { body } = await app.create({
      channel: 'PAYWALL',
      consents,
      device: { ip: '203.0.113.9' },
    })
    const path = `/tokenizer/${body.tokenizerId}`
    const kept = (await app.call('GET', path, { token: app.bearer })).body.consents
    expect(kept).toEqual({
      statement: consents,
      receivedAt: expect.stringMatching(/Z$/),
      ip: '203.0.113.9',
    })
    const shown = await app.call('GET', path, { token: body.access_token })
    expect(shown.body.consents).toBeUndefined()
    const other = await app.create()
    expect((await app.at('GET', other.body.tokenizerId)).body.consents).toBeUndefined()
  })

  test('one card of one customer gives one number, of another customer another', async () => {
    const first = await app.stored({ customer })
    const second = await app.stored({ customer: { email: 'SAME@example.com' } })
    const other = await app.stored()
    expect(second.tokenizerId).not.toBe(first.tokenizerId)
    expect(second.token.instrumentNo).toBe(first.token.instrumentNo)
    expect(other.token.instrumentNo).not.toBe(first.token.instrumentNo)
  })

  test('a renewed card keeps its number and shows its new date', async () => {
    const { token } = await app.stored({ customer, instrument: card({ expDate: '203511' }) })
    const [found] = (await app.at('POST', 'search', { instrumentNo: token.instrumentNo })).body
    expect(found.expDate).toBe('203511')
  })

  test('a card that the issuer refuses is rejected, and nothing of it is kept', async () => {
    app.tokenizations.answerWith({ authorize: { type: 'declined', rejectCode: 'CARD_BLOCKED' } })
    const { body } = await app.create({ instrument: card() })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'CARD_BLOCKED' })
    expect(body.rejectInfo).toEqual(expect.any(String))
    const { instrument } = (await app.tokenizations.reads.find(body.tokenizerId))!
    expect(await app.services.vault.read(instrument?.vaultRef ?? '', 'shop')).toBeUndefined()
  })

  test('what the merchant may not do ends at once', async () => {
    const unsupported = card({ instrumentNo: '4242424242424242' })
    const { body } = await app.create({ instrument: unsupported })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'UNSUPPORTED_BIN' })
  })

  test('a network token: VTS for Visa, SCOF for Mastercard, none for the others', async () => {
    const kind = 'NETWORK'
    const visa = await app.stored({ kind })
    expect(visa.token).toMatchObject({ type: 'VTS', instrumentRef: expect.any(String) })
    const mastercard = card({ instrumentNo: '5105100000001009' })
    expect((await app.stored({ kind, instrument: mastercard })).token.type).toBe('SCOF')
    const amex = card({ instrumentNo: '378282246310005', cvv: '1234' })
    const { body } = await app.create({ kind, instrument: amex })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'UNSUPPORTED_BIN' })
  })

  test('the same key and body is one tokenization', async () => {
    const body = tokenizerBody({ instrument: card() })
    const headers = { 'idempotency-key': 'key-1' }
    const first = await app.call('POST', '/tokenizer', { token: app.bearer, body, headers })
    const again = await app.call('POST', '/tokenizer', { token: app.bearer, body, headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('the channel may be left to the token, and customers may be unknown', async () => {
    const body = { merchant: { merchantId: 'shop' } }
    const answer = await app.call('POST', '/tokenizer', { token: app.bearer, body })
    expect(answer.body).toMatchObject({ status: 'NEW', kind: 'COF' })
  })
})

describe('400', () => {
  test('for consents that nobody can keep', async () => {
    for (const consents of ['x'.repeat(8_001), { note: `card ${CARD}` }])
      expectProblem(await app.create({ consents }), 'invalid_request')
  })

  test.each([
    ['a number without a right check digit', { instrumentNo: '4000000000001001' }],
    ['a card that is past', { expDate: '202001' }],
    ['a month that is none', { expDate: '203013' }],
  ])('for %s, without quoting it', async (_, wrong) => {
    const answer = await app.create({ instrument: card(wrong) })
    expectProblem(answer, 'invalid_request')
    for (const value of Object.values(wrong)) expect(answer.text).not.toContain(value)
  })

  test('only cards can be stored', async () => {
    const answer = await app.create({ instrument: { type: 'COF', instrumentNo: 'number' } })
    expectProblem(answer, 'invalid_request')
    expect(answer.body.errors[0].field).toBe('instrument.type')
  })
})

describe('403', () => {
  test('for another merchant, an agent without agreement, and a token for payments', async () => {
    expectProblem(
      await app.create({ merchant: { merchantId: OTHER.merchantId } }),
      'wrong_merchant',
    )
    const agent = { merchantId: OTHER.merchantId }
    expectProblem(await app.create({ agent }), 'agent_without_agreement')
    const token = await app.token({ resource: 'PAYMENT' })
    const body = tokenizerBody()
    expectProblem(await app.call('POST', '/tokenizer', { token, body }), 'forbidden')
  })

  test('an agent acts for its merchant', async () => {
    const token = await app.token({ agent: AGENT })
    const answer = await app.call('POST', '/tokenizer', { token, body: tokenizerBody() })
    expect(answer.status).toBe(200)
  })
})

test('no answer and no log line ever shows the card', () => {
  expect(JSON.stringify(app.lines)).not.toContain(CARD)
})
