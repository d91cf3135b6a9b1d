import { describe, expect, test } from 'vitest'
import { amex, card, visa } from '../support/cards.ts'
import { send } from '../support/http.ts'
import type { Json } from '../support/http.ts'
import type { Merchant } from '../support/merchant.ts'
import { expectProblem } from '../support/problem.ts'
import { passChallenge } from '../support/payer.ts'
import { behind, openMerchant, shop, stack } from '../support/world.ts'

const asked = async (acsData: Json): Promise<Json> =>
  (await send(`${stack.sandbox}/threeds/asked/${acsData.tdsServerTxnId}`)).body

async function charged(merchant: Merchant, wish: object) {
  const payment = await merchant.asks({ instrument: card(visa(102)), ...wish })
  const areq = await asked(payment.acsData)
  await passChallenge(payment.acsData)
  await merchant.reaches(payment.paymentId, 'COMPLETED')
  const [row] = await behind.moved(payment.paymentId, 'authorize')
  return { areq, told: row as Json }
}

describe.concurrent('a party', () => {
  test('reaches the acquirer and 3-D Secure, as it is on file and as the payment says', async () => {
    const onFile = await openMerchant({
      terminalId: 'T1',
      taxId: 'PL5260001246',
      acquirerMerchantId: '000000004711',
      location: { city: 'Warszawa', country: 'PL' },
    })
    const { merchantId } = onFile
    const plain = await charged(onFile, {})
    expect(plain.areq).toMatchObject({ acquirerMerchantID: '000000004711', acquirerBIN: '400000' })
    expect(plain.told.merchant).toMatchObject({
      merchantId,
      acquirerMerchantId: '000000004711',
      terminalId: 'T1',
      taxId: 'PL5260001246',
      location: { city: 'Warszawa', country: 'PL' },
    })
    const merchant = {
      merchantId,
      terminalId: 'T2',
      taxId: 'PL999',
      mcc: '7995',
      organizationId: 'group',
      location: { city: 'Gdynia', country: 'PL' },
    }
    const told = (await charged(onFile, { merchant })).told.merchant
    expect(told).toMatchObject({
      terminalId: 'T2',
      location: { city: 'Gdynia', country: 'PL' },
      taxId: 'PL5260001246',
      organizationId: 'group',
    })
    expect(told.mcc).not.toBe('7995')
  })

  test('has another number at American Express', async () => {
    const careful = await openMerchant({ amexMerchantId: '9591234567', acquirerMerchantId: '4711' })
    const { paymentId } = await careful.completed({ instrument: card(amex(100), { cvv: '1234' }) })
    expect(await behind.moved(paymentId, 'authorize')).toMatchObject([
      { merchant: { acquirerMerchantId: '9591234567' } },
    ])
  })
})

describe.concurrent('the issuer is told', () => {
  test('who pays, where the bill and the parcel go, and what the merchant knows', async () => {
    const address = { street: 'Prosta 1', postal: '00-001', city: 'Warszawa', country: 'POL' }
    const { areq } = await charged(shop, {
      customer: {
        email: 'payer@example.com',
        name: 'Jan Kowalski',
        billing: address,
        phone: { countryCode: '48', phoneNo: '600100200' },
        history: { accountCreated: '2020-01-31', transactionsYear: 12 },
      },
      order: { shipping: address },
    })
    expect(areq).toMatchObject({
      cardholderName: 'Jan Kowalski',
      billAddrCity: 'Warszawa',
      shipAddrCountry: '616',
      addrMatch: 'Y',
      mobilePhone: { cc: '48', subscriber: '600100200' },
      acctInfo: { chAccDate: '20200131', chAccAgeInd: '05', txnActivityYear: '12' },
    })
  })

  test('that a series begins, when it ends, and how often it comes', async () => {
    const options = { recurring: 'INITIAL', recurringExpDate: '203012', recurringCycle: 'MONTHLY' }
    const { areq } = await charged(shop, { options })
    expect(areq).toMatchObject({
      threeDSRequestorAuthenticationInd: '02',
      recurringExpiry: '20301231',
      recurringFrequency: '28',
    })
  })

  test('nothing that has no meaning: dates and cycles are held to their formats', async () => {
    for (const options of [{ recurringExpDate: 'soon' }, { recurringCycle: 'now and then' }]) {
      const answer = await shop.call('POST', '/payment', shop.body({ options }))
      expectProblem(answer, 400, 'invalid_request')
    }
  })
})
