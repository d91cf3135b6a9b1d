import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApplePay } from '../../../src/connectors/apple-pay/index.ts'
import { createAppleCertificates } from '../../../src/http/lookups/apple-certificates.ts'
import type { Issued } from '../../wallets/support/certificates.ts'
import { issue, toPem } from '../../wallets/support/certificates.ts'

const valid = { validFromMs: Date.now() - 3_600_000, validToMs: Date.now() + 3_600_000 }
const authority = issue({ ...valid, subject: 'Apple of this test', ca: true })
const ca = toPem(authority)
const pemOf = (issued: Issued): string =>
  toPem(issued) + issued.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** Apple's server: it speaks only with merchants that show a certificate under its authority. */
const served = pemOf(issue({ ...valid, subject: 'localhost' }, authority))
const server = createServer(
  { cert: served, key: served, ca, requestCert: true, rejectUnauthorized: true },
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { merchantIdentifier } = JSON.parse(Buffer.concat(chunks).toString())
      const shown = (request.socket as TLSSocket).getPeerCertificate().subject.CN
      const isThis =
        shown === merchantIdentifier && request.url === '/paymentservices/paymentSession'
      response.writeHead(isThis ? 200 : 417, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isThis ? { merchantSessionIdentifier: shown } : { error: 'no' }))
    })
  },
)
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  url = `https://localhost:${String((server.address() as AddressInfo).port)}/paymentservices`
})
afterAll(() => void server.close())

const folder = mkdtempSync(join(tmpdir(), 'tollgate-apple-'))
afterAll(() => rmSync(folder, { recursive: true }))
const certificates = createAppleCertificates(folder)
const write = (id: string, issued: Issued) =>
  writeFileSync(join(folder, `${id}.pem`), pemOf(issued))
const certificateOf = async (id: string) => {
  const found = await certificates.read(id)
  return found && { ...found, ca }
}
const ask = (merchantIdentifier: string) =>
  createApplePay({ url, certificateOf }).openSession({
    merchantIdentifier,
    displayName: 'Shop',
    domainName: 'pay.example',
  })

test("Apple validates a merchant by the merchant's own certificate", async () => {
  write('merchant.one', issue({ ...valid, subject: 'merchant.one' }, authority))
  const session = JSON.parse(Buffer.from((await ask('merchant.one')) ?? '', 'base64').toString())
  expect(session).toEqual({ merchantSessionIdentifier: 'merchant.one' })
  expect(certificates.has('merchant.one')).toBe(true)
})

test("another merchant's certificate, one of nobody, or none gives no session", async () => {
  write('merchant.two', issue({ ...valid, subject: 'merchant.one' }, authority))
  expect(await ask('merchant.two')).toBeUndefined()
  write('merchant.three', issue({ ...valid, subject: 'merchant.three' }))
  expect(await ask('merchant.three')).toBeUndefined()
  expect(await ask('merchant.four')).toBeUndefined()
  expect(certificates.has('merchant.four')).toBe(false)
})

test('a certificate that was renewed is used from then on', async () => {
  const applePay = createApplePay({ url, certificateOf })
  const request = { merchantIdentifier: 'merchant.five', displayName: 'Shop', domainName: 'a.eu' }
  write(
    'merchant.five',
    issue({ ...valid, subject: 'merchant.five', validToMs: Date.now() - 1 }, authority),
  )
  expect(await applePay.openSession(request)).toBeUndefined()
  write('merchant.five', issue({ ...valid, subject: 'merchant.five' }, authority))
  expect(await applePay.openSession(request)).toBeDefined()
})

test('an identifier names a file of the folder and nothing else', async () => {
  for (const id of ['../secrets/merchant.one', '.', '', '/etc/passwd', 'merchant.one/../x'])
    expect([certificates.has(id), await certificates.read(id)]).toEqual([false, undefined])
})
