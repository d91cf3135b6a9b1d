import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPageHost } from '../../../src/desk/merchants/check-page-host.ts'
import { startNameServer } from '../../support/name-server.ts'

let server: Awaited<ReturnType<typeof startNameServer>>
beforeAll(async () => {
  server = await startNameServer({
    '_tollgate.pay.shop.example': 'tollgate=10000001',
    '_tollgate.pay.silent.example': undefined,
  })
})
afterAll(() => server.close())

const check = (merchantId: string, host: string, isSandbox = false) =>
  checkPageHost(merchantId, host, { isSandbox, servers: [server.address] })

test('a name is whose number stands in it, and nobody else’s; who asks is told what to do', async () => {
  await check('10000001', 'pay.shop.example')
  await expect(check('10000002', 'pay.shop.example')).rejects.toThrow(
    'let a TXT record of _tollgate.pay.shop.example say tollgate=10000002',
  )
  await expect(check('10000001', 'pay.other.example')).rejects.toThrow('is not shown to be')
})

test('a name server that says nothing has not said no', async () => {
  await expect(check('10000001', 'pay.silent.example')).rejects.toThrow('ask again')
})

test('a name of the machine itself needs no proof, in the sandbox alone', async () => {
  await check('10000001', 'shop.localhost', true)
  await expect(check('10000001', 'shop.localhost')).rejects.toThrow('is not shown to be')
})
