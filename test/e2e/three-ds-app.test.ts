import { describe, expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import { expectProblem } from '../support/problem.ts'
import { directoryRoot, startSdk } from '../support/three-ds-sdk.ts'
import { until } from '../support/until.ts'
import { behind, shop, stack } from '../support/world.ts'

const inApp = (scenario: number, sdk = startSdk(), wish: object = {}) =>
  shop.asks({
    channel: 'WEBAPI',
    instrument: card(visa(scenario)),
    device: { sdkData: sdk.sdkData },
    ...wish,
  })

const passes = { challengeDataEntry: '123456' }

describe.concurrent('3-D Secure in an app', () => {
  test('gives the SDK what it needs, and its challenge leads to one charge', async () => {
    const sdk = startSdk()
    const { paymentId, acsData, dataRequest } = await inApp(102, sdk)
    expect(dataRequest).toBe('CARD_3DS')
    expect(acsData).toMatchObject({ messageType: 'CReq', messageVersion: '2.2.0' })
    for (const name of ['tdsServerTxnId', 'acsTxnId', 'acsRefNumber', 'acsSignedContent'])
      expect(acsData, name).toHaveProperty(name)
    for (const name of ['acsURL', 'creqPayload', 'challengeWindowSize'])
      expect(acsData, name).not.toHaveProperty(name)
    expect(await shop.read(paymentId, '/acsData')).toEqual(acsData)
    const log = `${stack.sandbox}/threeds/log?threeDSServerTransID=${acsData.tdsServerTxnId}`
    expect((await send(log)).body).toMatchObject([{ deviceChannel: '01', transStatus: 'C' }])

    const root = await directoryRoot(stack.sandbox)
    const [asked, ended] = await sdk.challenge(acsData, root, passes)
    expect(asked).toMatchObject({ challengeCompletionInd: 'N', acsUiType: '01' })
    expect(ended).toMatchObject({ challengeCompletionInd: 'Y', transStatus: 'Y' })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('without a challenge is approved at once', async () => {
    const { sdkData } = startSdk()
    await shop.completed({ instrument: card(visa(100)), device: { sdkData } })
  })

  test.each([
    ['a wrong code', { challengeDataEntry: '000000' }],
    ['a payer who gives up', { challengeCancel: '01' }],
  ])('%s: REJECTED and nobody is charged', async (_, typed) => {
    const sdk = startSdk()
    const { paymentId, acsData } = await inApp(102, sdk)
    await sdk.challenge(acsData, await directoryRoot(stack.sandbox), typed)
    expect(await shop.reaches(paymentId, 'REJECTED')).toMatchObject({
      rejectCode: 'AUTHENTICATION_FAILED',
    })
    expect(await behind.log(paymentId)).toEqual([])
  })

  test("the app's own word makes us ask the server, and decides nothing", async () => {
    const sdk = startSdk()
    const { paymentId, acsData } = await inApp(108, sdk)
    const threeDSServerTransID = acsData.tdsServerTxnId
    const claim = { messageType: 'CRes', threeDSServerTransID, transStatus: 'Y' }
    const cres = Buffer.from(JSON.stringify(claim)).toString('base64url')
    const status = `${stack.api}/v1/ecommerce/notifications/acs/status`
    expect((await sendForm(status, { cres })).status).toBe(303)
    expect(await shop.status(paymentId)).toMatchObject({ status: 'PENDING' })
    await sdk.challenge(acsData, await directoryRoot(stack.sandbox), passes)
    await sendForm(status, { cres })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await behind.moved(paymentId, 'authorize')).toHaveLength(1)
  })

  test('a card is stored after the challenge of an app', async () => {
    const sdk = startSdk()
    const { body } = await shop.call('POST', '/tokenizer', {
      channel: 'MOBILE',
      merchant: { merchantId: shop.merchantId },
      customer: { email: 'app@example.com' },
      device: { sdkData: sdk.sdkData },
      instrument: card(visa(102)),
    })
    const read = async () => (await shop.call('GET', `/tokenizer/${body.tokenizerId}`)).body
    const { acsData } = await until('asked', read, (seen) => seen.acsData !== undefined)
    expect(acsData).not.toHaveProperty('acsURL')
    await sdk.challenge(acsData, await directoryRoot(stack.sandbox), passes)
    await until('stored', read, ({ status }) => status === 'COMPLETED')
  })

  test('an SDK that speaks another version than the issuer is not asked', async () => {
    const { sdkData } = startSdk({ messageVersion: '2.3.1' })
    const { paymentId } = await shop.create({ instrument: card(visa(102)), device: { sdkData } })
    await shop.reaches(paymentId, 'COMPLETED')
    expect(await shop.status(paymentId)).not.toHaveProperty('dataRequest')
  })

  test.each([
    ['sdkEncData', { sdkEncData: 'no JWE' }],
    ['sdkTransID', { sdkTransID: 'no UUID' }],
    ['sdkEphemPubKey.crv', { sdkEphemPubKey: { kty: 'EC', crv: 'P-521', x: 'AA', y: 'AA' } }],
    ['sdkMaxTimeout', { sdkMaxTimeout: 4 }],
  ])('%s is held to its format', async (field, changes) => {
    const body = shop.body({
      instrument: card(visa(100)),
      device: { sdkData: startSdk(changes).sdkData },
    })
    const answer = await shop.call('POST', '/payment', body)
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ field: `device.sdkData.${field}` }])
  })
})
