import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderIdOf } from '../../../src/connectors/autopay/names.ts'
import { createApp } from '../../../src/http/app.ts'
import { receiveAutopay } from '../../../src/http/providers/receive-autopay.ts'
import type { Services } from '../../../src/http/services.ts'
import { startPaymentApp } from '../support/payment-app.ts'
import type { PaymentApp } from '../support/payment-app.ts'
import { SHOP } from '../support/test-app.ts'

const SERVICE = '4711'
const KEY = 'shared-key'
const BEFORE = 'shared-key-before'

let app: PaymentApp
let server: Server
let base: string
let decoys = 0
beforeAll(async () => {
  const account = { settings: { serviceId: SERVICE }, version: '1' }
  const credentials = [{ sharedKey: KEY }, { sharedKey: BEFORE }]
  const connectorAccounts = {
    open: ({ merchantId, account: name }: { merchantId: string; account: string }) =>
      Promise.resolve(
        merchantId === SHOP.merchantId && /^main(-2)?$/.test(name)
          ? { ...account, credentials }
          : undefined,
      ),
    decoy: () => {
      decoys += 1
      return Promise.resolve({ settings: {}, credentials: [{ sharedKey: 'x' }], version: '' })
    },
  } as unknown as Services['connectorAccounts']
  const bank = { provider: 'BM', bank: '106', bankId: 106, name: 'B', iconURL: '', available: true }
  const services = { connectorAccounts, banks: () => Promise.resolve([bank]) }
  app = await startPaymentApp(services, { bank: 'autopay/main', blik: 'autopay/main' })
  server = createServer(createApp(app.services, [], [receiveAutopay(app.services)]))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/providers/autopay`
})
afterAll(async () => {
  server.close()
  await app.close()
})

const hash = (...values: string[]) => createHash('sha256').update(values.join('|')).digest('hex')

interface Itn {
  orderId: string
  remoteId: string
  status?: string
  amount?: string
  key?: string
  path?: string
}

async function tell(itn: Itn) {
  const { orderId, remoteId, status = 'SUCCESS', amount = '99.99', key = KEY } = itn
  const values = [SERVICE, orderId, remoteId, amount, 'PLN', '106', '20260101000000', status]
  const document =
    `<transactionList><serviceID>${SERVICE}</serviceID><transactions><transaction>` +
    `<orderID>${orderId}</orderID><remoteID>${remoteId}</remoteID><amount>${amount}</amount>` +
    `<currency>PLN</currency><gatewayID>106</gatewayID><paymentDate>20260101000000</paymentDate>` +
    `<paymentStatus>${status}</paymentStatus></transaction></transactions>` +
    `<hash>${hash(...values, key)}</hash></transactionList>`
  const transactions = Buffer.from(document).toString('base64')
  const answer = await fetch(`${base}/${itn.path ?? `${SHOP.merchantId}/main`}/itn`, {
    method: 'POST',
    body: new URLSearchParams({ transactions }),
  })
  const text = await answer.text()
  return { status: answer.status, text, confirmation: /<confirmation>(\w+)</.exec(text)?.[1] }
}

const withoutId = (text: string) => text.replace(/"requestId":"[a-z]+"/, '')

const pending = async () => {
  const id = await app.paymentId({ method: 'PBL', instrument: { type: 'PBL', bank: '106' } })
  return { id, orderId: orderIdOf(app.world.payment(id).reference!) }
}
const alarms = async (kind: string) =>
  (await app.services.metrics.providerContradictions.get()).values.find(
    ({ labels }) => labels.kind === kind,
  )?.value ?? 0

describe('a notification', () => {
  test('an attack: an account that is not there is answered as one that is, with the same work', async () => {
    const { orderId } = await pending()
    const forged = { orderId, remoteId: 'R1', key: 'guessed' }
    const before = decoys
    const told = await tell(forged)
    expect([told.status, decoys]).toEqual([401, before])
    for (const path of [`${SHOP.merchantId}/other`, 'nobody/main', 'a b/main', 'nobody/MAIN']) {
      const answer = await tell({ ...forged, path })
      expect(answer.status, path).toBe(401)
      expect(withoutId(answer.text), path).toBe(withoutId(told.text))
    }
    expect(decoys).toBe(before + 4)
  })

  test('that comes to another version of the account is of the one that the payer paid at', async () => {
    const { id, orderId } = await pending()
    const answer = await tell({ orderId, remoteId: 'R1', path: `${SHOP.merchantId}/main-2` })
    expect(answer.confirmation).toBe('CONFIRMED')
    expect(app.world.payment(id)).toMatchObject({ phase: 'paid', via: 'autopay/main' })
    expect(app.world.payment(id).returned).toBeUndefined()
  })

  test('completes the payment once, and is confirmed as often as it comes', async () => {
    const { id, orderId } = await pending()
    for (const _ of ['first', 'again']) {
      const answer = await tell({ orderId, remoteId: 'R1' })
      expect([answer.status, answer.confirmation]).toEqual([200, 'CONFIRMED'])
      expect(answer.text).toContain(`<hash>${hash(SERVICE, orderId, 'CONFIRMED', KEY)}</hash>`)
    }
    expect(app.world.payment(id)).toMatchObject({ phase: 'paid', capturedMinor: 9_999 })
  })

  test('is proven by the key before as well, and answered under it', async () => {
    const { id, orderId } = await pending()
    const answer = await tell({ orderId, remoteId: 'R1', key: BEFORE })
    expect(answer.text).toContain(hash(SERVICE, orderId, 'CONFIRMED', BEFORE))
    expect(app.world.payment(id).phase).toBe('paid')
  })

  test('of a second success sends that money back and tells the operator, once', async () => {
    const before = await alarms('second_money')
    const { id, orderId } = await pending()
    await tell({ orderId, remoteId: 'R1' })
    for (const _ of ['first', 'again'])
      expect((await tell({ orderId, remoteId: 'R2' })).confirmation).toBe('CONFIRMED')
    const payment = app.world.payment(id)
    expect([payment.phase, payment.returned]).toEqual(['paid', ['R2']])
    expect(await alarms('second_money')).toBe(before + 1)
  })

  test('of a failure after the success changes nothing and tells the operator', async () => {
    const before = await alarms('failure_after_success')
    const { id, orderId } = await pending()
    await tell({ orderId, remoteId: 'R1' })
    const { version } = app.world.payment(id)
    const answer = await tell({ orderId, remoteId: 'R1', status: 'FAILURE' })
    expect(answer.confirmation).toBe('CONFIRMED')
    expect(app.world.payment(id)).toMatchObject({ phase: 'paid', version })
    expect(await alarms('failure_after_success')).toBe(before + 1)
    await tell({ orderId, remoteId: 'R2', status: 'FAILURE' })
    expect(await alarms('failure_after_success')).toBe(before + 1)
  })

  test('of another amount is not confirmed, changes nothing and tells the operator', async () => {
    const before = await alarms('other_money')
    const { id, orderId } = await pending()
    const answer = await tell({ orderId, remoteId: 'R1', amount: '9.99' })
    expect([answer.status, answer.confirmation]).toEqual([200, 'NOTCONFIRMED'])
    expect(app.world.payment(id).phase).toBe('awaitingPayer')
    expect(await alarms('other_money')).toBe(before + 1)
  })

  test('of an order that is not ours is not confirmed', async () => {
    expect((await tell({ orderId: 'x'.repeat(32), remoteId: 'R1' })).confirmation).toBe(
      'NOTCONFIRMED',
    )
  })

  test('that nothing follows from is confirmed', async () => {
    const { id, orderId } = await pending()
    const answer = await tell({ orderId, remoteId: 'R1', status: 'PENDING' })
    expect(answer.confirmation).toBe('CONFIRMED')
    expect(app.world.payment(id).phase).toBe('awaitingPayer')
  })

  test('that is forged, or for an account that is not there, changes nothing', async () => {
    const { id, orderId } = await pending()
    const { version } = app.world.payment(id)
    expect((await tell({ orderId, remoteId: 'R1', key: 'guess' })).status).toBe(401)
    const elsewhere = { orderId, remoteId: 'R1' }
    for (const path of [`${SHOP.merchantId}/other`, 'nobody/main'])
      expect((await tell({ ...elsewhere, path })).status).toBe(401)
    const url = `${base}/${SHOP.merchantId}/main/itn`
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
    expect(app.world.payment(id)).toMatchObject({ phase: 'awaitingPayer', version })
  })
})

describe('a notification of a transfer', () => {
  interface Istn {
    orderId?: string
    remoteId?: string
    amount?: string
    isRefund?: string
    status?: string
    key?: string
    path?: string
  }

  async function tellTransfer(transferId: string, istn: Istn) {
    const { orderId = '', remoteId = '', amount = '99.99', status = 'SUCCESS', key = KEY } = istn
    const members = {
      isRefund: istn.isRefund ?? 'false',
      orderID: orderId,
      remoteID: remoteId,
      remoteOutID: transferId,
      amount,
      currency: 'PLN',
      transferStatus: status,
    }
    const said = Object.entries(members).filter(([, value]) => value !== '')
    const inner = said.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
    const proof = hash(SERVICE, ...said.map(([, value]) => value), key)
    const document =
      `<transactionList><serviceID>${SERVICE}</serviceID><transactions><transaction>${inner}` +
      `</transaction></transactions><hash>${proof}</hash></transactionList>`
    const transactions = Buffer.from(document).toString('base64')
    const answer = await fetch(`${base}/${istn.path ?? `${SHOP.merchantId}/main`}/istn`, {
      method: 'POST',
      body: new URLSearchParams({ transactions }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  /** The lines that the next batch of the account would have. */
  async function kept() {
    const account = { merchantId: SHOP.merchantId, via: 'autopay/main' }
    const { reportedSettlements } = app.services
    const batches = await reportedSettlements.close(account, 0)
    const lines = batches.map((batch) => reportedSettlements.lines(account, batch))
    return (await Promise.all(lines)).flat()
  }

  test('is kept once under the name of the charge, and confirmed as often as it comes', async () => {
    const { id, orderId } = await pending()
    await tell({ orderId, remoteId: 'S1' })
    for (const path of [`${SHOP.merchantId}/main`, `${SHOP.merchantId}/main-2`]) {
      const answer = await tellTransfer('T1', { orderId, remoteId: 'S1', path })
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(hash(SERVICE, 'T1', 'CONFIRMED', KEY))
    }
    const { reference } = app.world.payment(id)
    const lines = (await kept()).filter((one) => one.reference === reference)
    expect(lines).toMatchObject([{ operation: 'authorize', amountMinor: 9_999, currency: 'PLN' }])
  })

  test('of money that came a second time, or of an order of nobody, has no name of ours', async () => {
    const { orderId } = await pending()
    await tell({ orderId, remoteId: 'S1' })
    await tellTransfer('T2', { orderId, remoteId: 'S2' })
    await tellTransfer('T3', { orderId: 'x'.repeat(32), remoteId: 'S3' })
    await tellTransfer('T4', { orderId, remoteId: 'S1', isRefund: 'true', amount: '5.00' })
    const names = (await kept()).map(({ reference }) => reference)
    expect(names).toEqual(expect.arrayContaining(['order-T2', 'order-T3', 'refund-T4']))
  })

  test('that has settled nothing, or names no order, is confirmed and not kept', async () => {
    const { orderId } = await pending()
    const before = (await kept()).length
    for (const status of ['PENDING', 'FAILURE'])
      expect((await tellTransfer('T5', { orderId, remoteId: 'S1', status })).status).toBe(200)
    expect((await tellTransfer('T6', {})).status).toBe(200)
    expect(await kept()).toHaveLength(before)
  })

  test('that is forged changes nothing', async () => {
    const before = (await kept()).length
    expect((await tellTransfer('T7', { orderId: 'o', key: 'guess' })).status).toBe(401)
    expect((await tellTransfer('T8', { orderId: 'o', path: 'nobody/main' })).status).toBe(401)
    expect(await kept()).toHaveLength(before)
  })
})

describe('a notification of a series', () => {
  async function notifySeries(document: string, values: string[], key = KEY) {
    const proof = hash(SERVICE, ...values, key)
    const recurring = Buffer.from(document.replace('</end>', `<hash>${proof}</hash>`)).toString(
      'base64',
    )
    const answer = await fetch(`${base}/${SHOP.merchantId}/main/recurring`, {
      method: 'POST',
      body: new URLSearchParams({ recurring }),
    })
    return { status: answer.status, text: await answer.text() }
  }

  const activation = (orderId: string) =>
    `<recurringActivation><serviceID>${SERVICE}</serviceID><transaction><orderID>${orderId}</orderID>` +
    '<remoteID>R1</remoteID><amount>99.99</amount><currency>PLN</currency></transaction>' +
    '<recurringData><recurringAction>INIT_WITH_PAYMENT</recurringAction>' +
    '<clientHash>abc</clientHash></recurringData></end></recurringActivation>'
  const values = (orderId: string) => [orderId, 'R1', '99.99', 'PLN', 'INIT_WITH_PAYMENT', 'abc']

  const begun = async () => {
    const id = await app.paymentId({
      method: 'BLIK',
      instrument: { type: 'BLIK_CODE', code: '777123' },
      options: { recurring: 'INITIAL', registerAlias: true },
    })
    return { id, orderId: orderIdOf(app.world.payment(id).reference!) }
  }

  test('gives the payment the name that later ones go by, and decides nothing of its money', async () => {
    const { id, orderId } = await begun()
    for (const _ of ['first', 'again']) {
      const answer = await notifySeries(activation(orderId), values(orderId))
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toContain(hash(SERVICE, 'abc', 'CONFIRMED', KEY))
    }
    const payment = app.world.payment(id)
    expect(payment.alias).toEqual({ value: 'abc', status: 'REGISTERED' })
    expect([payment.phase, payment.capturedMinor]).toEqual(['awaitingPayer', 0])
  })

  test('that is forged changes nothing, and one of nobody is not confirmed', async () => {
    const { id, orderId } = await begun()
    expect((await notifySeries(activation(orderId), values(orderId), 'guess')).status).toBe(401)
    expect(app.world.payment(id).alias?.value).not.toBe('abc')
    const nobody = 'x'.repeat(32)
    const answer = await notifySeries(activation(nobody), values(nobody))
    expect(answer.text).toContain('NOTCONFIRMED')
  })

  test('that has ended is confirmed', async () => {
    const said = ['DEACTIVATE', 'abc', 'PAYBM', '20260101000000']
    const document =
      `<recurringDeactivation><serviceID>${SERVICE}</serviceID><recurringData>` +
      '<recurringAction>DEACTIVATE</recurringAction><clientHash>abc</clientHash>' +
      '<deactivationSource>PAYBM</deactivationSource><deactivationDate>20260101000000</deactivationDate>' +
      '</recurringData></end></recurringDeactivation>'
    const answer = await notifySeries(document, said)
    expect(answer.text).toContain(hash(SERVICE, 'abc', 'CONFIRMED', KEY))
  })
})

describe('a payer who comes back', () => {
  const back = (orderId: string, proof: string) =>
    fetch(
      `${base}/${SHOP.merchantId}/main/return?ServiceID=${SERVICE}&OrderID=${orderId}&Hash=${proof}`,
      { redirect: 'manual' },
    )

  test('is sent on, and the bank is asked', async () => {
    const { id, orderId } = await pending()
    const answer = await back(orderId, hash(SERVICE, orderId, KEY))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain(id)
    expect(app.world.payment(id).inquiries).toBe(1)
  })

  test('without the proof of the order is not', async () => {
    const { id, orderId } = await pending()
    expect((await back(orderId, hash(SERVICE, orderId, 'guess'))).status).toBe(401)
    expect((await back(orderId, '')).status).toBe(401)
    expect(app.world.payment(id).inquiries).toBe(0)
  })
})
