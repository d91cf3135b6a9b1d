import { describe, expect, test } from 'vitest'
import { createEmvServer } from '../../../src/connectors/threeds/index.ts'
import type { Areq } from '../../../src/connectors/threeds/types.ts'
import { deadUrl, faults, json, startPeer } from '../peer.ts'

const peer = await startPeer(json(200, {}))
const threeDs = createEmvServer({ url: peer.url, key: 'key', timeoutMs: 1_000 })

const request: Areq = {
  threeDSServerTransID: 'server-1',
  version: '2.2.0',
  category: 'payment',
  number: '4000000000001000',
  expDate: '203012',
  amountMinor: 9999,
  currency: 'PLN',
  merchant: { merchantId: 'M1', name: 'Shop', mcc: '5411', country: 'PL' },
  browser: { language: 'pl-PL', colorDepth: 30, screenHeight: 900, screenWidth: '1440' },
  compInd: 'U',
  notificationUrl: 'https://gateway.example/acs',
  resultsUrl: 'https://gateway.example/results',
  purchaseDate: Date.UTC(2026, 10, 15, 3, 4, 5),
}
const ids = {
  messageVersion: '2.2.0',
  threeDSServerTransID: 'server-1',
  acsTransID: 'acs-1',
  dsTransID: 'ds-1',
}
const ares = (fields: object) =>
  json(200, {
    ...ids,
    messageType: 'ARes',
    acsReferenceNumber: 'ACS-REF',
    dsReferenceNumber: 'DS-REF',
    ...fields,
  })
const proof = { eci: '05', authenticationValue: 'AAABBBCCC=' }

describe('the version lookup', () => {
  const found = {
    threeDSServerTransID: 'server-1',
    directoryServerId: 'A000000003',
    acsStartProtocolVersion: '2.1.0',
    acsEndProtocolVersion: '2.2.0',
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
  }

  test('tells the ranges of an enrolled card', async () => {
    peer.respond = json(200, { ...found, threeDSMethodURL: 'https://acs.example/method' })
    expect(await threeDs.lookUp('4000000000001000')).toEqual({
      type: 'enrolled',
      threeDSServerTransID: 'server-1',
      directoryServerId: 'A000000003',
      acsStartProtocol: '2.1.0',
      acsEndProtocol: '2.2.0',
      dsStartProtocol: '2.1.0',
      dsEndProtocol: '2.2.0',
      threeDSMethodURL: 'https://acs.example/method',
    })
    expect(peer.received.at(-1)?.body).toEqual({ acctNumber: '4000000000001000' })
  })

  test('tells a card that is not enrolled from a server that is not there', async () => {
    peer.respond = json(404, { error: 'not_enrolled' })
    expect(await threeDs.lookUp('4000000000001075')).toEqual({ type: 'notEnrolled' })
    peer.respond = json(404, { error: 'not_found' })
    expect(await threeDs.lookUp('4000000000001075')).toEqual({
      type: 'unavailable',
      refused: 'refused with 404',
    })
  })

  test('refuses a method URL that is not of the web', async () => {
    peer.respond = json(200, { ...found, threeDSMethodURL: 'javascript:alert(1)' })
    expect(await threeDs.lookUp('4000000000001000')).toEqual({
      type: 'unavailable',
      refused: 'garbled',
    })
  })

  test.each(Object.entries(faults))('with %s is unavailable', async (_name, fault) => {
    peer.respond = fault
    expect(await threeDs.lookUp('4000000000001000')).toMatchObject({ type: 'unavailable' })
  })
})

describe('the authentication request', () => {
  const sent = async (change: Partial<Areq> = {}) => {
    peer.respond = ares({ transStatus: 'U' })
    await threeDs.authenticate({ ...request, ...change })
    return peer.received.at(-1)?.body
  }

  test('speaks EMV 3-D Secure', async () => {
    expect(await sent()).toEqual({
      messageType: 'AReq',
      messageVersion: '2.2.0',
      threeDSServerTransID: 'server-1',
      deviceChannel: '02',
      messageCategory: '01',
      threeDSCompInd: 'U',
      threeDSRequestorAuthenticationInd: '01',
      threeDSRequestorID: 'M1',
      threeDSRequestorName: 'Shop',
      threeDSRequestorURL: 'https://gateway.example',
      acctNumber: '4000000000001000',
      cardExpiryDate: '3012',
      acquirerBIN: '400000',
      acquirerMerchantID: 'M1',
      mcc: '5411',
      merchantCountryCode: '616',
      merchantName: 'Shop',
      purchaseAmount: '9999',
      purchaseCurrency: '985',
      purchaseExponent: '2',
      purchaseDate: '20261115030405',
      browserAcceptHeader: '*/*',
      browserUserAgent: 'Mozilla/5.0',
      browserLanguage: 'pl-PL',
      browserJavascriptEnabled: true,
      browserJavaEnabled: false,
      browserColorDepth: '24',
      browserScreenHeight: '900',
      browserScreenWidth: '1440',
      browserTZ: '0',
      notificationURL: 'https://gateway.example/acs',
      resultsURL: 'https://gateway.example/results',
    })
  })

  test('of an app carries the SDK, and nothing of a browser', async () => {
    const sdk = {
      sdkAppID: 'app',
      sdkTransID: 'sdk-1',
      sdkReferenceNumber: 'REF',
      sdkMaxTimeout: '05',
      sdkEncData: 'a.b.c.d.e',
      sdkEphemPubKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
    }
    const body = (await sent({ sdk, browser: undefined })) as Record<string, unknown>
    expect(body).toMatchObject({
      ...sdk,
      deviceChannel: '01',
      deviceRenderOptions: { sdkInterface: '03', sdkUiType: ['01', '02', '03', '04', '05'] },
    })
    const others = Object.keys(body).filter((name) => /^browser|^notification|CompInd/.test(name))
    expect(others).toEqual([])
    peer.respond = ares({ transStatus: 'C', acsURL: 'https://acs.example/c' })
    expect(await threeDs.authenticate({ ...request, sdk })).toEqual({
      type: 'refused',
      because: 'no acsSignedContent',
    })
    peer.respond = ares({ transStatus: 'C', acsSignedContent: 'j.w.s' })
    expect(await threeDs.authenticate({ ...request, sdk })).toEqual({
      type: 'challenge',
      serverTransId: 'server-1',
      acsTransId: 'acs-1',
      acsReferenceNumber: 'ACS-REF',
      dsTransId: 'ds-1',
      version: '2.2.0',
      acsSignedContent: 'j.w.s',
    })
  })

  test('names a tokenization and a mandated challenge', async () => {
    expect(await sent({ category: 'nonPayment', challengeMandated: true })).toMatchObject({
      messageCategory: '02',
      threeDSRequestorAuthenticationInd: '04',
      threeDSRequestorChallengeInd: '04',
    })
  })

  test.for([
    ['TRANSACTION_RISK', '2.2.0', '05'],
    ['TRANSACTION_RISK', '2.1.0', '02'],
    ['LOW_VALUE', '2.2.0', '02'],
  ] as const)('claims %s in the words of %s', async ([exemption, version, indicator]) => {
    expect(await sent({ exemption, version })).toMatchObject({
      threeDSRequestorChallengeInd: indicator,
    })
    expect(await sent({ exemption, version, challengeMandated: true })).toMatchObject({
      threeDSRequestorChallengeInd: '04',
    })
  })

  test('tells of the payer what the merchant knows', async () => {
    const address = { street: 'Prosta 1', postal: '00-001', city: 'Warszawa', country: 'PL' }
    const payer = {
      name: 'Jan Kowalski',
      phone: '48 600 100 200',
      customerId: 'c-1',
      billing: { ...address, state: 'MZ' },
      shipping: { ...address, state: 'Mazowieckie' },
      history: {
        accountCreated: '2026-09-01',
        passwordChanged: '2026-11-15',
        shippingFirstUsed: '2026-10-20',
        purchasesSixMonths: 7,
        suspicious: false,
      },
    }
    const body = await sent({ payer })
    expect(body).toMatchObject({
      cardholderName: 'Jan Kowalski',
      mobilePhone: { cc: '48', subscriber: '600100200' },
      acctID: 'c-1',
      billAddrLine1: 'Prosta 1',
      billAddrCity: 'Warszawa',
      billAddrPostCode: '00-001',
      billAddrState: 'MZ',
      billAddrCountry: '616',
      shipAddrCountry: '616',
      addrMatch: 'N',
      acctInfo: {
        chAccDate: '20260901',
        chAccAgeInd: '05',
        chAccPwChange: '20261115',
        chAccPwChangeInd: '02',
        shipAddressUsage: '20261020',
        shipAddressUsageInd: '02',
        nbPurchaseAccount: '7',
        suspiciousAccActivity: '01',
      },
    })
    expect(body).not.toHaveProperty('shipAddrState')
  })

  test('tells of a series its end and its cycle', async () => {
    expect(await sent({ recurring: { expiry: '20301231', cycleDays: 30 } })).toMatchObject({
      threeDSRequestorAuthenticationInd: '02',
      recurringExpiry: '20301231',
      recurringFrequency: '30',
    })
    expect(await sent({ recurring: {} })).toMatchObject({
      recurringExpiry: '99991231',
      recurringFrequency: '1',
    })
  })

  test("names the merchant by the acquirer's number", async () => {
    const merchant = { ...request.merchant, acquirerMerchantId: '4711' }
    expect(await sent({ merchant })).toMatchObject({ acquirerMerchantID: '4711' })
  })

  test('says that the number is a token of the network', async () => {
    expect(await sent({ isNetworkToken: true })).toMatchObject({ payTokenInd: true })
  })

  test.for([
    ['zh-Hant-TW', 'zh-Hant'],
    ['en_GB', 'en-GB'],
    ['sr-Latn-RS-ekavsk', 'sr-Latn'],
    ['pl', 'pl'],
  ])('cuts the language %s to %s', async ([language, browserLanguage]) => {
    expect(await sent({ browser: { language: language! } })).toMatchObject({ browserLanguage })
  })

  test('writes numbers without zeros in front', async () => {
    const browser = { screenHeight: '0900', screenWidth: '01440', timezone: '-0' }
    expect(await sent({ browser })).toMatchObject({
      browserScreenHeight: '900',
      browserScreenWidth: '1440',
      browserTZ: '0',
    })
  })

  test('says nothing about the screen of a browser without JavaScript', async () => {
    const body = await sent({ browser: { javascriptEnabled: 'false', colorDepth: 24 } })
    expect(body).toMatchObject({ browserJavascriptEnabled: false })
    expect(body).not.toHaveProperty('browserColorDepth')
  })
})

describe('the authentication', () => {
  const verdict = { eci: '05', cavv: 'AAABBBCCC=', dsTransId: 'ds-1', version: '2.2.0' }
  test.each([
    ['Y', proof, { type: 'authenticated', ...verdict }],
    ['A', { ...proof, eci: '06' }, { type: 'attempted', ...verdict, eci: '06' }],
    ['I', { eci: '07' }, { type: 'informational', eci: '07', dsTransId: 'ds-1', version: '2.2.0' }],
    ['N', { transStatusReason: '01' }, { type: 'failed', transStatus: 'N', reason: '01' }],
    ['R', {}, { type: 'failed', transStatus: 'R' }],
    ['U', {}, { type: 'unavailable', because: 'transStatus U' }],
    ['D', {}, { type: 'refused', because: 'transStatus D' }],
    ['S', {}, { type: 'refused', because: 'transStatus S' }],
    ['Y', {}, { type: 'refused', because: 'transStatus Y' }],
    ['C', {}, { type: 'refused', because: 'no acsURL' }],
  ])('status %s with %j means %j', async (transStatus, fields, outcome) => {
    peer.respond = ares({ transStatus, ...fields })
    expect(await threeDs.authenticate(request)).toEqual(outcome)
  })

  test('may need a challenge', async () => {
    peer.respond = ares({
      transStatus: 'C',
      acsURL: 'https://acs.example/c',
      acsSignedContent: 'j',
    })
    expect(await threeDs.authenticate(request)).toEqual({
      type: 'challenge',
      serverTransId: 'server-1',
      acsUrl: 'https://acs.example/c',
      acsTransId: 'acs-1',
      acsReferenceNumber: 'ACS-REF',
      dsTransId: 'ds-1',
      version: '2.2.0',
      acsSignedContent: 'j',
    })
  })

  test('never sends the payer to an address that is not of the web', async () => {
    peer.respond = ares({ transStatus: 'C', acsURL: 'javascript:alert(1)' })
    expect(await threeDs.authenticate(request)).toEqual({ type: 'refused', because: 'garbled' })
  })

  test('does not take another transaction’s success', async () => {
    peer.respond = ares({ transStatus: 'Y', ...proof, threeDSServerTransID: 'server-2' })
    expect(await threeDs.authenticate(request)).toEqual({ type: 'refused', because: 'garbled' })
  })

  const silence = [
    'a cut connection',
    'a cut body',
    'no answer in time',
    'a body that stops',
    'an error 500',
    'an error 503 in HTML',
  ]
  test.each(Object.entries(faults))('with %s proves nobody', async (name, fault) => {
    peer.respond = fault
    expect(await threeDs.authenticate(request)).toMatchObject({
      type: silence.includes(name) ? 'unavailable' : 'refused',
    })
  })

  test.each([400, 401, 403, 404, 422, 429])(
    'answered %i is refused, not missed',
    async (status) => {
      peer.respond = json(status, { error: 'no' })
      expect(await threeDs.authenticate(request)).toMatchObject({ type: 'refused' })
    },
  )

  test('answered with an error message of EMV, or with nothing in it, is refused', async () => {
    peer.respond = json(200, { ...ids, messageType: 'Erro', errorCode: '203' })
    expect(await threeDs.authenticate(request)).toMatchObject({ type: 'refused' })
    peer.respond = json(200, {})
    expect(await threeDs.authenticate(request)).toMatchObject({ type: 'refused' })
  })

  test('that could not be sent is unavailable', async () => {
    const dead = createEmvServer({ url: await deadUrl(), key: 'key', timeoutMs: 30_000 })
    expect(await dead.authenticate(request)).toEqual({ type: 'unavailable', because: 'notSent' })
  })
})

describe('the result of a challenge', () => {
  test('is pending while the challenge runs', async () => {
    peer.respond = json(200, { transStatus: 'C' })
    expect(await threeDs.result('server-1')).toEqual({ type: 'pending' })
    expect(peer.received.at(-1)?.path).toBe('/authentications/server-1')
  })

  test('is final with its proof', async () => {
    peer.respond = json(200, { ...ids, messageType: 'RReq', transStatus: 'Y', ...proof })
    expect(await threeDs.result('server-1')).toMatchObject({
      type: 'final',
      outcome: { type: 'authenticated', cavv: proof.authenticationValue },
    })
  })

  test('of another transaction is not ours', async () => {
    peer.respond = json(200, { ...ids, threeDSServerTransID: 'x', transStatus: 'Y', ...proof })
    expect(await threeDs.result('server-1')).toEqual({ type: 'unknown' })
  })

  test('that nobody knows is not found', async () => {
    peer.respond = json(404, { error: 'not_found' })
    expect(await threeDs.result('server-1')).toEqual({ type: 'notFound' })
  })

  test.each(Object.entries(faults))('with %s stays unknown', async (_name, fault) => {
    peer.respond = fault
    expect(await threeDs.result('server-1')).toEqual({ type: 'unknown' })
  })
})
