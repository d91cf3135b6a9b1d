import { describe, expect, test } from 'vitest'
import { hashOfMessage, valuesOf } from '../../../src/connectors/autopay/fields.ts'
import { hashOf, isProven } from '../../../src/connectors/autopay/hash.ts'
import { isDocumentProven } from '../../../src/connectors/autopay/http.ts'
import { confirmationOf } from '../../../src/connectors/autopay/confirmation.ts'
import { readItn } from '../../../src/connectors/autopay/itn.ts'
import { readXml } from '../../../src/connectors/autopay/xml.ts'

const sealed = (sharedKey: string) => ({ sharedKey, algorithm: 'sha256' }) as const

describe('what the provider has published comes out', () => {
  test.each([
    [
      'the start of a payment',
      hashOfMessage('start', { ServiceID: '2', OrderID: '100', Amount: '1.50' }, sealed('2test2')),
      '2ab52e6918c6ad3b69a8228a2ab815f11ad58533eeed963dd990df8d8c3709d1',
    ],
    [
      'the return of a payer',
      hashOfMessage('returned', { ServiceID: '2', OrderID: '100' }, sealed('2test2')),
      '254eac9980db56f425acf8a9df715cbd6f56de3c410b05f05016630f7d30a4ed',
    ],
    [
      'the list of gateways',
      hashOfMessage(
        'gatewayList',
        { ServiceID: '47498', MessageID: '1'.repeat(32), Currencies: 'PLN,EUR', Language: 'PL' },
        sealed('1test1'),
      ),
      '306519f632e53a5e662de0125da7ac3f8135c7e4080900f2b145d4b25ff1b55d',
    ],
    [
      'members that are left out take their separators along',
      hashOfMessage(
        'start',
        {
          ServiceID: '354',
          OrderID: '1',
          Amount: '10.20',
          Description: '',
          Currency: 'PLN',
          ValidityTime: '2015-10-15 18:45:54',
          LinkValidityTime: '2015-10-15 19:45:54',
        },
        sealed('12'.repeat(16)),
      ),
      '455874670a28f01e6fd6870030e64e6d35a455cd88d199145e413d6cd547f61c',
    ],
  ])('%s', (_, computed, published) => {
    expect(computed).toBe(published)
  })

  test('a notification, and our confirmation of it', () => {
    const hash = 'a103bfe581a938e9ad78238cfc674ffafdd6ec70cb6825e7ed5c41787671efe4'
    const document = `<?xml version="1.0" encoding="UTF-8"?><transactionList><serviceID>1</serviceID>
      <transactions><transaction><orderID>11</orderID><remoteID>91</remoteID><amount>11.11</amount>
      <currency>PLN</currency><gatewayID>1</gatewayID><paymentDate>20010101111111</paymentDate>
      <paymentStatus>SUCCESS</paymentStatus><paymentStatusDetails>AUTHORIZED</paymentStatusDetails>
      </transaction></transactions><hash>${hash}</hash></transactionList>`
    const sealing = sealed('1test1')
    const field = Buffer.from(document).toString('base64')
    const news = readItn(field, { serviceId: '1', sealings: [sealed('before'), sealing] })
    const transaction = { orderId: '11', transactionId: '91', amountMinor: 1111, status: 'SUCCESS' }
    expect(news).toMatchObject({ type: 'news', transaction, sealing })
    const answer = confirmationOf({ serviceId: '1', by: 'orderID', id: '11', sealing }, true)
    expect(answer).toContain('c1e9888b7d9fb988a4aae0dfbff6d8092fc9581e22e02f335367dd01058f9618')
  })
})

describe('a hash', () => {
  const values = ['1', '11', 'CONFIRMED']

  test('proves with its key alone, in either case of letters, and with space around it', () => {
    const hash = hashOf(values, sealed('1test1'))
    expect(isProven(values, ` ${hash.toUpperCase()}\n`, sealed('1test1'))).toBe(true)
    expect(isProven(values, hash, sealed('1test2'))).toBe(false)
    expect(isProven(['1', '1', '1CONFIRMED'], hash, sealed('1test1'))).toBe(false)
  })

  test.each([undefined, '', '00', 'zz', '0'.repeat(128)])('is not %j', (claimed) => {
    expect(isProven(values, claimed, sealed('1test1'))).toBe(false)
  })

  test('may be longer, where the service is set so', () => {
    const sealing = { sharedKey: '1test1', algorithm: 'sha512' } as const
    const hash = hashOf(values, sealing)
    expect(hash).toHaveLength(128)
    expect(isProven(values, hash, sealing)).toBe(true)
    expect(isProven(values, hash, sealed('1test1'))).toBe(false)
  })

  test('covers every member that is sent: one that has no place in it is a mistake', () => {
    expect(() => valuesOf('transactionStatus', { ServiceID: '1', Stray: 'x' })).toThrow(/Stray/)
  })

  test('of a document stands in it once', () => {
    const hash = hashOf(['1'], sealed('k'))
    const root = (more: string) => readXml(`<a><b>1</b><hash>${hash}</hash>${more}</a>`)!
    expect(isDocumentProven(root(''), sealed('k'))).toBe(true)
    expect(isDocumentProven(root(`<hash>${hash}</hash>`), sealed('k'))).toBe(false)
    expect(isDocumentProven(root('<c>2</c>'), sealed('k'))).toBe(false)
  })
})
