import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { workflowIdOf } from '../../src/domain/id.ts'
import { card, mastercard, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import { answerChallenge, passChallenge } from '../support/payer.ts'
import { expectProblem } from '../support/problem.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { behind, openMerchant, providerKeys, shop, stack } from '../support/world.ts'

const challenged = (wish = {}) => shop.asks({ instrument: card(visa(102)), ...wish })
const acsStatus = `${stack.api}/v1/ecommerce/notifications/acs/status`

describe.concurrent('without a challenge', () => {
  test.each([
    [101, 'attempted'],
    [105, 'unavailable'],
    [106, 'never answered'],
    [107, 'not enrolled'],
  ])('%i, %s: authorised', async (scenario) => {
    const { paymentId } = await shop.create({ instrument: card(visa(scenario)) })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('a card that takes no part costs the payment no question', async () => {
    const temporal = await openTemporal(stack)
    const { paymentId } = await shop.completed({ instrument: card(visa(107)) })
    const workflow = temporal.client.workflow.getHandle(workflowIdOf('pay', paymentId))
    const { events } = await workflow.fetchHistory()
    const called = (events ?? []).flatMap(
      ({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? [],
    )
    expect(called).not.toContain('authenticate')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    await temporal.close()
  })

  test.each([103, 104])(
    '%i, not authenticated: REJECTED and nobody is charged',
    async (scenario) => {
      const { paymentId } = await shop.create({ instrument: card(visa(scenario)) })
      expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
        rejectCode: 'AUTHENTICATION_FAILED',
      })
      expect(await behind.log(paymentId)).toEqual([])
    },
  )

  test('a merchant may refuse what could not be authenticated', async () => {
    const careful = await openMerchant({ withoutAuthentication: 'reject' })
    const { paymentId } = await careful.create({ instrument: card(visa(105)) })
    expect(await careful.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_UNAVAILABLE',
    })
    expect(await behind.log(paymentId)).toEqual([])
  })
})

describe.concurrent('a challenge', () => {
  test.each([
    ['passed', visa(102)],
    ['passed, its result 3 s late', visa(108)],
    ['passed, its result told twice', visa(109)],
    ['passed with another scheme', mastercard(102)],
  ])('%s: COMPLETED with one charge', async (_, number) => {
    const payment = await shop.asks({ instrument: card(number) })
    const { paymentId } = payment
    expect(payment).toMatchObject({ status: 'PENDING', dataRequest: 'CARD_3DS' })
    expect(await shop.read(paymentId, '/acsData')).toEqual(payment.acsData)
    expect(await behind.log(paymentId)).toEqual([])

    const landed = await passChallenge(payment.acsData)
    expect(landed.status).toBe(303)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
    expectProblem(
      await shop.call('GET', `/payment/${paymentId}/acsData`),
      409,
      'no_challenge_pending',
    )
  })

  test.each([
    ['failed', { otp: '000000' }],
    ['given up', { cancel: 'yes' as const }],
  ])('%s: REJECTED and nobody is charged', async (_, answer) => {
    const { paymentId, acsData } = await challenged()
    await passChallenge(acsData, answer)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_FAILED',
    })
    expect(await behind.log(paymentId)).toEqual([])
  })

  test('left alone: REJECTED by its own timer', async () => {
    const { paymentId } = await challenged({ options: { validTime: 86_400 } })
    await shop.advance(paymentId, 601)
    expect(await shop.status(paymentId)).toMatchObject({
      status: 'REJECTED',
      rejectCode: 'AUTHENTICATION_TIMEOUT',
    })
  })

  test('passed too late changes nothing any more', async () => {
    const { paymentId, acsData } = await challenged({ options: { validTime: 86_400 } })
    await shop.advance(paymentId, 601)
    await passChallenge(acsData)
    expect(await shop.status(paymentId)).toMatchObject({ rejectCode: 'AUTHENTICATION_TIMEOUT' })
    expect(await behind.log(paymentId)).toEqual([])
  })

  test('passed by a browser that never comes back still completes', async () => {
    const { paymentId, acsData } = await challenged()
    await answerChallenge(acsData)
    await shop.reaches(paymentId, 'COMPLETED')
  })

  test('cancelled by the merchant ends there, whatever the payer does next', async () => {
    const { paymentId, acsData } = await challenged()
    expect((await shop.order(paymentId, 'cancel')).status).toBe('CANCELLED')
    await passChallenge(acsData)
    expect((await shop.status(paymentId)).status).toBe('CANCELLED')
    expect(await behind.log(paymentId)).toEqual([])
  })

  test.each([
    ['Visa', visa(128)],
    ['Mastercard', mastercard(128)],
  ])('demanded by a soft decline of %s: a second authorisation, one charge', async (_, number) => {
    const { paymentId } = await shop.create({ instrument: card(number) })
    await until('the challenge', () => shop.status(paymentId), isChallenged)
    await passChallenge(await shop.read(paymentId, '/acsData'))
    await shop.reaches(paymentId, 'COMPLETED')
    const asked = (await behind.log(paymentId)).filter(({ operation }) => operation === 'authorize')
    expect(asked.map(({ processed }) => processed)).toEqual([false, true])
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(2)
  })

  test('of a hold leads to a hold', async () => {
    const { paymentId, acsData } = await challenged({ options: { transKind: 'PREAUTH' } })
    await passChallenge(acsData)
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await shop.read(paymentId)).toMatchObject({ dataRequest: 'CAPTURE' })
  })
})

describe.concurrent('a message that pretends to end a challenge', () => {
  test('is not believed without the right signature', async () => {
    const { paymentId, acsData } = await challenged()
    for (const signature of [
      {},
      { signature: '00' },
      { signature: sign('another key', rreq(acsData)) },
    ])
      expectProblem(
        await send(acsStatus, {
          method: 'POST',
          body: rreq(acsData),
          headers: { ...JSON_TYPE, ...signature },
        }),
        401,
        'invalid_signature',
      )
    expect(await shop.status(paymentId)).toMatchObject({ dataRequest: 'CARD_3DS' })
  })

  test('is not believed when it was signed for something else', async () => {
    const { paymentId, acsData } = await challenged()
    const signed = sign(providerKeys().threedsWebhookKey, rreq(acsData, 'N'))
    const forged = await send(acsStatus, {
      method: 'POST',
      body: rreq(acsData, 'Y'),
      headers: { ...JSON_TYPE, signature: signed },
    })
    expectProblem(forged, 401, 'invalid_signature')
    expect(await shop.status(paymentId)).toMatchObject({ dataRequest: 'CARD_3DS' })
  })

  test('about nobody we know is a 404; without its fields a 400', async () => {
    const stranger = { tdsServerTxnId: randomUUID(), acsTxnId: randomUUID() }
    expectProblem(await sendSigned(rreq(stranger)), 404)
    expectProblem(await sendSigned('{"messageType":"RReq"}'), 400)
    expectProblem(await sendSigned('[]'), 400)
  })

  test('by the browser decides nothing: an invented cres is only sent on', async () => {
    const { paymentId, acsData } = await challenged()
    const cres = {
      messageType: 'CRes',
      threeDSServerTransID: acsData.tdsServerTxnId,
      transStatus: 'Y',
    }
    const landed = await sendForm(acsStatus, { cres: encode(cres) })
    expect(landed.status).toBe(303)
    expect(await shop.status(paymentId)).toMatchObject({
      status: 'PENDING',
      dataRequest: 'CARD_3DS',
    })
    expectProblem(await sendForm(acsStatus, { cres: 'not a cres' }), 400)
    expectProblem(await sendForm(acsStatus, { cres: encode({ threeDSServerTransID: 'x' }) }), 404)
  })

  test('of another payment ends only that other one', async () => {
    const [mine, other] = await Promise.all([challenged(), challenged()])
    const back = await answerChallenge(other.acsData)
    expect((await sendForm(back.action, back.fields)).status).toBe(303)
    await shop.reaches(other.paymentId, 'COMPLETED')
    expect(await shop.status(mine.paymentId)).toMatchObject({ dataRequest: 'CARD_3DS' })
  })

  test('comes again after the end and is acknowledged, but changes nothing', async () => {
    const { paymentId, acsData } = await challenged()
    await passChallenge(acsData)
    await shop.reaches(paymentId, 'COMPLETED')
    const result = await resultOf(acsData)
    const again = await sendSigned(JSON.stringify(result))
    expect(again.body).toMatchObject({ messageType: 'RRes', resultsStatus: '01' })
    const contrary = await sendSigned(JSON.stringify({ ...result, transStatus: 'N' }))
    expect(contrary.status).toBeLessThan(500)
    expect((await shop.status(paymentId)).status).toBe('COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('with a proof that the issuer never gave is declined by the acquirer', async () => {
    const { paymentId, acsData } = await challenged()
    expect((await sendSigned(rreq(acsData))).body).toMatchObject({ resultsStatus: '01' })
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_FAILED',
    })
    expect(await behind.moved(paymentId, 'authorize')).toEqual([])
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }

const isChallenged = (seen: Json): boolean => seen.dataRequest === 'CARD_3DS'

const rreq = (acsData: Json, transStatus = 'Y'): string =>
  JSON.stringify({
    messageType: 'RReq',
    messageVersion: acsData.messageVersion ?? '2.2.0',
    threeDSServerTransID: acsData.tdsServerTxnId,
    acsTransID: acsData.acsTxnId,
    dsTransID: randomUUID(),
    messageCategory: '01',
    transStatus,
    interactionCounter: '01',
    ...(transStatus === 'Y' && { eci: '05', authenticationValue: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }),
  })

/** What the 3-D Secure server would send. */
const resultOf = async ({ tdsServerTxnId }: Json): Promise<Json> =>
  (
    await send(`${stack.sandbox}/threeds/authentications/${tdsServerTxnId}`, {
      headers: { authorization: `Bearer ${providerKeys().threedsKey}` },
    })
  ).body

const sign = (key: string, body: string): string =>
  createHmac('sha256', key).update(body).digest('hex')

const sendSigned = (body: string) =>
  send(acsStatus, {
    method: 'POST',
    body,
    headers: { ...JSON_TYPE, signature: sign(providerKeys().threedsWebhookKey, body) },
  })

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
