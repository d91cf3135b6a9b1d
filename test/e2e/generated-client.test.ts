import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { expect, onTestFinished, test } from 'vitest'
import { openMerchant, stack } from '../support/world.ts'

const node = (...args: string[]) => promisify(execFile)(process.execPath, args)
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** What a merchant writes who has nothing but the generated functions and types. */
const program = `
import {
  authenticateMerchant, createPayment, getPayment, getPaymentStatus, listPayments, refundPayment,
} from './client/index.js'
import type { CreatePaymentRequest, Problem } from './client/index.js'
import { client } from './client/client.js'

declare const process: { argv: string[] }
const [, , baseUrl = '', merchantId = '', secret = ''] = process.argv
client.setConfig({ baseUrl })
const { data: session } = await authenticateMerchant({
  body: { resource: 'UNIVERSAL', merchant: { merchantId }, secret },
  throwOnError: true,
})
client.setConfig({ auth: session.access_token })

const order: CreatePaymentRequest = {
  channel: 'WEBAPI',
  method: 'CARD',
  merchant: { merchantId },
  customer: { email: 'payer@example.com' },
  order: { amount: 31.07, currency: 'PLN', extOrderId: 'order-of-a-generated-client' },
  instrument: { type: 'CARD', instrumentNo: '4000000000001000', expDate: '203012', cvv: '123' },
  device: { browserData: { javascriptEnabled: true, language: 'pl', colorDepth: '24' } },
}
const create = () =>
  createPayment({ body: order, headers: { 'Idempotency-Key': 'once' }, throwOnError: true })
const { data: made } = await create()
const { data: again } = await create()
const path = { paymentId: made.paymentId }

let status: typeof made.status = made.status
for (const end = Date.now() + 60_000; status !== 'COMPLETED' && Date.now() < end; )
  status = (await getPaymentStatus({ path, throwOnError: true })).data.status

const { data: refund } = await refundPayment({ path, body: { amount: 1 }, throwOnError: true })
const { data: list } = await listPayments({ query: { limit: 5 }, throwOnError: true })
const unknown = await getPayment({ path: { paymentId: 'x'.repeat(26) } })
const problem: Problem | undefined = unknown.error
console.log(
  JSON.stringify({
    isSame: again.paymentId === made.paymentId,
    status,
    refunded: refund.refundId.length > 0,
    listed: list.payments.map(({ paymentId }) => paymentId === made.paymentId),
    problem: problem?.code,
    answered: unknown.response?.status,
  }),
)
`

const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    outDir: 'js',
  },
  files: ['shop.ts'],
}

test('a client that a public generator makes of the served document compiles, pays, refunds and reads refusals', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await createClient({
    input: `${stack.api}/v1/ecommerce/openapi.json`,
    output: {
      path: join(folder, 'client'),
      importFileExtension: '.js',
      fileName: { suffix: null },
    },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  await writeFile(join(folder, 'shop.ts'), program)
  const compiled = await node(compiler, '-p', folder).catch((error: unknown) => error)
  expect(compiled).toMatchObject({ stdout: '' })

  const { merchantId, account } = await openMerchant()
  const { stdout } = await node(join(folder, 'js/shop.js'), stack.api, merchantId, account.secret)
  expect(JSON.parse(stdout)).toEqual({
    isSame: true,
    status: 'COMPLETED',
    refunded: true,
    listed: [true],
    problem: 'payment_not_found',
    answered: 404,
  })
}, 300_000)
