import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { confirmationOf } from '../../../src/connectors/autopay/confirmation.ts'
import { banksIn } from '../../../src/connectors/autopay/gateways.ts'
import { readIstn } from '../../../src/connectors/autopay/istn.ts'
import { reasonOf } from '../../../src/connectors/autopay/outcomes.ts'

const sealing = { sharedKey: 'key', algorithm: 'sha256' } as const
const reader = { serviceId: '4711', sealings: [sealing] }

const good = [
  ['isRefund', 'false'],
  ['orderID', 'order'],
  ['orderOutID', 'out'],
  ['remoteID', 'R1'],
  ['remoteOutID', 'T1'],
  ['amount', '99.99'],
  ['currency', 'PLN'],
  ['transferDate', '20260101000000'],
  ['transferStatus', 'SUCCESS'],
] as const

function fieldOf(members: readonly (readonly [string, string])[], key = 'key'): string {
  const values = ['4711', ...members.map(([, value]) => value)].filter((one) => one !== '')
  const hash = createHash('sha256')
    .update([...values, key].join('|'))
    .digest('hex')
  const inner = members.map(([name, value]) => `<${name}>${value}</${name}>`).join('')
  const document =
    '<?xml version="1.0" encoding="UTF-8"?><transactionList><serviceID>4711</serviceID>' +
    `<transactions><transaction>${inner}</transaction></transactions><hash>${hash}</hash></transactionList>`
  return Buffer.from(document).toString('base64')
}

const inLines = (base64: string) => base64.replace(/(.{76})/g, '$1\r\n')
const transfer = {
  isRefund: false,
  orderId: 'order',
  transactionId: 'R1',
  transferId: 'T1',
  amountMinor: 9_999,
  currency: 'PLN',
  status: 'SUCCESS',
}

describe('a notification of a transfer', () => {
  test('is read, also from Base64 in lines', () => {
    expect(inLines(fieldOf(good))).toContain('\r\n')
    for (const field of [fieldOf(good), inLines(fieldOf(good))])
      expect(readIstn(field, reader)).toEqual({ type: 'news', transfer, sealing })
  })

  test('of many payments names none of them', () => {
    const news = readIstn(fieldOf(good.slice(4)), reader)
    expect(news).toMatchObject({ type: 'news', transfer: { transferId: 'T1', isRefund: false } })
    expect(news.type === 'news' && news.transfer.orderId).toBeUndefined()
  })

  test('that nobody with the key has signed is forged', () => {
    expect(readIstn(fieldOf(good, 'guess'), reader)).toEqual({ type: 'forged' })
    const elsewhere = { ...reader, serviceId: '4712' }
    expect(readIstn(fieldOf(good), elsewhere)).toEqual({ type: 'forged' })
  })

  test.each([
    ['without an amount', good.filter(([name]) => name !== 'amount')],
    ['in another order', [...good.slice(5), ...good.slice(0, 5)]],
    ['with an amount that is none', good.map(([n, v]) => [n, n === 'amount' ? '1' : v] as const)],
    ['in a word that is none', good.map(([n, v]) => [n, v === 'SUCCESS' ? 'DONE' : v] as const)],
  ])('%s is not read', (_, members) => {
    expect(readIstn(fieldOf(members), reader)).toEqual({ type: 'garbled' })
  })

  test('is confirmed by the name of the transfer', () => {
    const answer = confirmationOf({ serviceId: '4711', sealing, by: 'remoteOutID', id: 'T1' }, true)
    const hash = createHash('sha256').update('4711|T1|CONFIRMED|key').digest('hex')
    expect(answer).toContain('<remoteOutID>T1</remoteOutID><confirmation>CONFIRMED</confirmation>')
    expect(answer).toContain(`<hash>${hash}</hash>`)
  })
})

test('cards on their page are listed among the banks where the account names their channel', () => {
  const gateway = { state: 'OK', availableFor: 'BOTH' }
  const gateways = [
    { ...gateway, gatewayID: 106, name: 'Bank', groupType: 'PBL' },
    { ...gateway, gatewayID: 1_500, name: 'Cards', groupType: 'CARD' },
    { ...gateway, gatewayID: 509, name: 'BLIK', groupType: 'BLIK' },
  ]
  const listed = (card?: number) => banksIn(gateways, card).map(({ bank }) => bank)
  expect(listed()).toEqual(['106'])
  expect(listed(1_500)).toEqual(['106', '1500'])
})

test('words of failure that the build does not know are added by the account', () => {
  expect(reasonOf('BRAND_NEW', {}).rejectCode).toBe('SYSTEM_ERROR')
  expect(reasonOf('BRAND_NEW', { BRAND_NEW: 'LIMIT_EXCEEDED' })).toEqual({
    rejectCode: 'LIMIT_EXCEEDED',
    detail: 'Autopay says BRAND_NEW',
  })
  expect(reasonOf('toString', {}).rejectCode).toBe('SYSTEM_ERROR')
})
