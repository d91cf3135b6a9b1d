import { describe, expect, test } from 'vitest'
import {
  createAddressGuard,
  isPublicAddress,
} from '../../../src/connectors/merchant/address-guard.ts'

const PUBLIC = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']
const production = createAddressGuard({ sandbox: false, resolve: async () => PUBLIC })
const resolving = (...addresses: string[]) =>
  createAddressGuard({ sandbox: false, resolve: async () => addresses })

describe('an address that may be called', () => {
  test.each([
    'https://shop.example.com/hooks',
    'https://shop.example.com:8443/hooks?shop=1',
    'https://93.184.216.34/hooks',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/hooks',
    'https://zażółć.example.com/',
  ])('%s', async (url) => expect(await production.problem(url)).toBeUndefined())
})

describe('an address that may not', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0.0.0.0/',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://shop.localhost/',
    'https://db.internal/',
    'https://printer.local/',
    'https://intranet/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://203.0.113.9/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'http://shop.example.com/',
    'ftp://shop.example.com/',
    'file:///etc/passwd',
    'gopher://shop.example.com/',
    'javascript:alert(1)',
    'https://user@shop.example.com/',
    'https://user:password@shop.example.com/',
    'https://shop.example.com:22/',
    'https://shop.example.com:25/',
    'https://shop.example.com:80/',
    'https://shop.example.com:5432/',
    'https://shop.example.com:6379/',
    'https://shop.example.com:7233/',
    'shop.example.com/hooks',
    '//shop.example.com/hooks',
    '',
  ])('%s', async (url) => expect(await production.problem(url)).toBeTypeOf('string'))
})

describe('a name', () => {
  test.each([
    ['127.0.0.1'],
    ['10.1.2.3'],
    ['169.254.169.254'],
    ['::1'],
    ['fd00::1'],
    ['::ffff:192.168.0.1'],
    ['64:ff9b::a00:1'],
    ['93.184.216.34', '127.0.0.1'],
    ['93.184.216.34', '::1'],
    ['not an address'],
  ])('that resolves to %s is refused when saved and when connecting', async (...addresses) => {
    const guard = resolving(...addresses)
    expect(await guard.problem('https://shop.example.com/')).toBe('must lead to a public address')
    await expect(lookUp(guard)).rejects.toThrow('must lead to a public address')
  })

  test('that does not resolve is refused', async () => {
    expect(await resolving().problem('https://shop.example.com/')).toMatch('resolves')
    const failing = createAddressGuard({
      sandbox: false,
      resolve: () => Promise.reject(new Error('SERVFAIL')),
    })
    expect(await failing.problem('https://shop.example.com/')).toMatch('resolves')
  })

  test('is connected to by the very addresses that were judged', async () => {
    let asked = 0
    const guard = createAddressGuard({
      sandbox: false,
      resolve: async () => ((asked += 1) === 1 ? PUBLIC : ['127.0.0.1']),
    })
    expect(await lookUp(guard)).toEqual([
      { address: PUBLIC[0], family: 4 },
      { address: PUBLIC[1], family: 6 },
    ])
    expect(asked).toBe(1)
    await expect(lookUp(guard)).rejects.toThrow('must lead to a public address')
  })
})

describe('in the sandbox', () => {
  const trustedOrigin = 'http://127.0.0.1:8090'
  const sandbox = createAddressGuard({ sandbox: true, trustedOrigin, resolve: async () => PUBLIC })

  test.each(['http://127.0.0.1:8090/merchant', 'http://shop.example.com/', 'https://1.1.1.1/'])(
    '%s may be called',
    async (url) => expect(await sandbox.problem(url)).toBeUndefined(),
  )

  test.each([
    'http://127.0.0.1:8091/merchant',
    'https://127.0.0.1:8090/merchant',
    'http://localhost:8090/merchant',
    'http://user@127.0.0.1:8090/merchant',
    'http://10.0.0.1/',
    'http://[::1]:8090/',
    'http://shop.example.com:5432/',
    'ftp://127.0.0.1:8090/',
  ])('%s may not', async (url) => expect(await sandbox.problem(url)).toBeTypeOf('string'))
})

test.each([
  '192.31.196.1',
  '192.175.48.1',
  '5f00::1',
  '2620:4f:8000::1',
  '::2',
  'fe80::1%eth0',
  'x',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false))

function lookUp({ lookup }: ReturnType<typeof createAddressGuard>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup('shop.example.com', { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses)
    })
  })
}
