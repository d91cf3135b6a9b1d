import { describe, expect, test } from 'vitest'
import {
  calledAddressProblem,
  calledAddressRules,
  webAddressProblem,
} from '../../src/domain/web-address.ts'

describe('in production', () => {
  test.each([
    'https://shop.example/return?x=1',
    'https://8.8.8.8/notify',
    'https://[2606:4700::1111]/notify',
    'https://shop.example:8443/notify',
  ])('%s can be used', (url) => expect(webAddressProblem(url, false)).toBeUndefined())

  test.each([
    'http://shop.example/',
    'https://user:password@shop.example/',
    'https://user@shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    '/return',
    'https://localhost/',
    'https://sub.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fc00::1]/',
    'https://[fe80::1]/',
    'https://[2001:db8::1]/',
    'https://[2001::1]/',
    'https://[2002:7f00:1::]/',
    `https://shop.example/${'x'.repeat(2048)}`,
  ])('%s cannot', (url) => expect(webAddressProblem(url, false)).toBeTypeOf('string'))
})

describe('in the sandbox', () => {
  test.each(['http://127.0.0.1:8090/received', 'http://localhost:3000/', 'http://[::1]/'])(
    'the own machine can be reached at %s',
    (url) => expect(webAddressProblem(url, true)).toBeUndefined(),
  )
  test.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'https://user@127.0.0.1/'])(
    'but not %s',
    (url) => expect(webAddressProblem(url, true)).toBeTypeOf('string'),
  )
})

describe('an address that we call ourselves', () => {
  const sandbox = calledAddressRules({
    environment: 'sandbox',
    sandboxReceiverUrl: 'http://127.0.0.1:8090/merchant',
  })

  test('may be private in the sandbox only when it is its own receiver', () => {
    expect(calledAddressProblem('http://127.0.0.1:8090/merchant/x', sandbox)).toBeUndefined()
    expect(calledAddressProblem('http://shop.example/x', sandbox)).toBeUndefined()
    for (const url of ['http://127.0.0.1:8080/', 'http://localhost:8090/', 'http://[::1]:8090/'])
      expect(calledAddressProblem(url, sandbox), url).toMatch(/^must /)
  })

  test.for([
    'http://127.0.0.1:8090/received/answers',
    'http://127.0.0.1:8090/acquirer/faults',
    'http://127.0.0.1:8090/merchant/../received/answers',
    'http://127.0.0.1:8090/merchant/%2e%2e/received/answers',
    'http://127.0.0.1:8090/merchants',
    'http://127.0.0.1:8090/',
  ])('never leads to the simulators beside the receiver: %s', (url) => {
    expect(calledAddressProblem(url, sandbox)).toBe('must not lead to the simulators')
    expect(calledAddressProblem(url, { ...sandbox, localPorts: [] })).toMatch(/^must /)
  })

  test('may be a server of the developer on the machine of the sandbox, but no part of the stack', () => {
    const local = { ...sandbox, localPorts: [8080, 9090, 8090, 40_001] }
    for (const url of [
      'http://127.0.0.1:3000/hook',
      'http://localhost:3000/',
      'http://[::1]:3000/',
    ])
      expect(calledAddressProblem(url, local), url).toBeUndefined()
    for (const url of [
      ...['http://127.0.0.1:8080/', 'http://localhost:9090/commands', 'http://localhost:8090/'],
      ...['http://127.9.9.9:40001/', 'http://127.0.0.1/', 'http://127.0.0.1:5432/'],
      ...['http://10.0.0.1:3000/', 'http://user@127.0.0.1:3000/', 'ftp://127.0.0.1:3000/'],
    ])
      expect(calledAddressProblem(url, local), url).toMatch(/^must /)
    expect(calledAddressProblem('http://127.0.0.1:3000/', sandbox)).toMatch(/^must /)
    const production = { ...local, sandbox: false }
    expect(calledAddressProblem('https://127.0.0.1:3000/', production)).toMatch(/^must /)
  })

  test('must not be the port of a service that is never a web server', () => {
    for (const url of ['https://shop.example:5432/', 'https://shop.example:22/'])
      expect(calledAddressProblem(url, { sandbox: false })).toMatch(/port/)
  })

  test('is trusted nowhere in production', () => {
    const rules = calledAddressRules({
      environment: 'production',
      sandboxReceiverUrl: 'https://10.0.0.1',
    })
    expect(calledAddressProblem('https://10.0.0.1/', rules)).toMatch(/public/)
    expect(calledAddressProblem('http://shop.example/', rules)).toMatch(/https/)
  })
})
