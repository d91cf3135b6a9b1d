import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorizeRequest, Cardholder } from '../../../src/connectors/acquirer.ts'
import { amountOf, minorOf } from '../../../src/connectors/adyen/amount.ts'
import { definition } from '../../../src/connectors/adyen/definition.ts'
import { webhook } from '../../../src/connectors/adyen/webhook.ts'
import { makeCard } from '../../../src/sandbox/cards.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { acquirerPeers } from '../conformance/peers.ts'

const message = (item: object, hmacSignature: string) =>
  Buffer.from(
    JSON.stringify({
      live: 'false',
      notificationItems: [
        { NotificationRequestItem: { ...item, additionalData: { hmacSignature } } },
      ],
    }),
  )

describe('the signature of a message', () => {
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'
  const read = (item: object, signature: string, keys = [key]) =>
    webhook.read({ rawBody: message(item, signature), signature: undefined }, keys, Date.now())

  test('that Adyen publishes with its library is taken', () => {
    const item = {
      pspReference: 'pspReference',
      originalReference: 'originalReference',
      merchantAccountCode: 'merchantAccount',
      merchantReference: 'reference',
      amount: { currency: 'EUR', value: 1_000 },
      eventCode: 'REPORT_AVAILABLE',
      success: 'true',
    }
    const published = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
    const signature = 'ZNBPtI+oDyyRrLyD1XirkKnQgIAlFc07Vj27TeHsDRE='
    expect(read(item, signature, [published])).toEqual({ type: 'nothing' })
    expect(read(item, signature)).toEqual({ type: 'forged' })
  })

  test('has an empty place for an absent name, and colons as they are', () => {
    const paid = {
      pspReference: '7914073381342284',
      merchantAccountCode: 'TollgatePL',
      merchantReference: 'pay-auth-1',
      amount: { currency: 'EUR', value: 1_130 },
      eventCode: 'AUTHORISATION',
      success: 'true',
    }
    expect(read(paid, 'UAuuewgVos2//TaDXGqI89GO3i6lp6PYIfsnEvAbuds=')).toMatchObject({
      reference: 'pay-auth-1',
      acquirerRef: '7914073381342284',
      outcome: { type: 'approved' },
    })
    const failed = {
      pspReference: '8515131751004933',
      originalReference: '7914073381342284',
      merchantAccountCode: 'TollgatePL',
      merchantReference: 'a:b\\c',
      amount: { currency: 'PLN', value: 500 },
      eventCode: 'REFUND',
      success: 'false',
    }
    expect(read(failed, 'skgJoMlfoKEQ6mAuJO4VgZXc98DWn+tUFGpDGIiVFq4=')).toMatchObject({
      outcome: { type: 'declined' },
    })
  })
})

test.each([
  ['PLN', 1_234, 1_234],
  ['KWD', 1_234, 1_234],
  ['CLP', 1_234, 123_400],
  ['ISK', 1_234, 123_400],
  ['IDR', 123_400, 1_234],
  ['CVE', 123_400, 1_234],
])('%s: %i of ours is %i of theirs, and back', (currency, ours, theirs) => {
  const amount = amountOf(ours, currency)
  expect(amount).toEqual({ value: theirs, currency })
  expect(minorOf(amount!)).toBe(ours)
})

test('a sum that Adyen cannot write is refused before anything is sent', async () => {
  expect(amountOf(1_234, 'IDR')).toBeUndefined()
  const outcome = await opened().authorize({ ...sale(), amountMinor: 1_234, currency: 'IDR' })
  expect(outcome).toMatchObject({ type: 'declined', rejectCode: 'INVALID_AMOUNT' })
})

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const opened = () => definition.open(acquirerPeers['adyen']!.account(sandbox.url))

const cardholder = (reference: string): Cardholder => ({
  ask: 'asNeeded',
  returnUrl: `https://gateway.example/return?reference=${reference}`,
  browser: { javascriptEnabled: true, language: 'pl-PL', screenWidth: '800', ip: '192.0.2.1' },
  email: 'payer@example.com',
})

let counted = 0
function sale(): AuthorizeRequest {
  counted += 1
  const reference = `pay-auth-${'abcdefghijkl'[counted] ?? 'z'}`
  return {
    reference,
    kind: 'SALE',
    amountMinor: 9_999,
    currency: 'EUR',
    merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411' },
    card: { number: makeCard('400000', 102), expDate: '203412', cvv: '123' },
    initiator: 'CUSTOMER',
    cardholder: cardholder(reference),
  }
}

describe('a payer whom Adyen asks itself', () => {
  const leave = async () => {
    const request = sale()
    const outcome = await opened().authorize(request)
    expect(outcome).toMatchObject({ type: 'redirected' })
    const { url } = outcome as { url: string }
    return { request, url }
  }
  const passes = async (url: string, otp = '123456') => {
    const answered = await sandbox.submit(new URL(url).pathname, { otp })
    const back = new URL(answered.headers.get('location') ?? '')
    return back.searchParams.get('redirectResult') ?? ''
  }
  const ask = (reference: string, proof?: string) =>
    opened().inquire({
      reference,
      operation: 'authorize',
      amountMinor: 9_999,
      away: proof === undefined ? {} : { proof },
    })

  test('is away until the browser brings something back that Adyen knows', async () => {
    const { request, url } = await leave()
    expect(await ask(request.reference)).toEqual({ type: 'pending' })
    expect(await ask(request.reference, 'invented')).toEqual({ type: 'pending' })
    const proof = await passes(url)
    const found = await ask(request.reference, proof)
    expect(found).toMatchObject({
      type: 'found',
      outcome: { type: 'approved', authentication: { transStatus: 'Y', eci: '05' } },
    })
    // The proof is good once; the same question is answered as the first time.
    expect(await ask(request.reference, proof)).toEqual(found)
  })

  test('proves nothing by what belongs to another payment', async () => {
    const paid = await leave()
    const other = await leave()
    const proof = await passes(paid.url)
    expect(await ask(other.request.reference, proof)).toEqual({ type: 'pending' })
  })

  test('who fails is declined', async () => {
    const { request, url } = await leave()
    const proof = await passes(url, '000000')
    expect(await ask(request.reference, proof)).toMatchObject({
      outcome: { type: 'declined', rejectCode: 'AUTHENTICATION_FAILED' },
    })
  })

  test('is given the same page again by the same request', async () => {
    const { request, url } = await leave()
    expect(await opened().authorize(request)).toMatchObject({ type: 'redirected', url })
  })

  test('and who is taken back there finds the page closed', async () => {
    const { request, url } = await leave()
    const { reference } = request
    const undoing = {
      reference: `${reference}-undo`,
      originalReference: reference,
      amountMinor: 9_999,
      currency: 'EUR',
      reason: 'CANCEL',
    } as const
    expect(await opened().reverse(undoing)).toMatchObject({ type: 'approved' })
    expect((await sandbox.submit(new URL(url).pathname, { otp: '123456' })).status).toBe(404)
  })
})

test('a card is checked without a charge', async () => {
  const { cardholder: _, ...request } = sale()
  const card = { ...request.card, number: makeCard('400000', 100) }
  const outcome = await opened().authorize({ ...request, card, kind: 'VERIFY', amountMinor: 0 })
  expect(outcome).toMatchObject({ type: 'approved' })
  expect((await sandbox.log(request.reference)).filter(({ processed }) => processed)).toEqual([])
})
