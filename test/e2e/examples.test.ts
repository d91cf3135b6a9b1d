import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { examples } from '../../src/contract/examples.ts'
import { codeSamples } from '../../src/reference/code-samples.ts'
import { endpoints } from '../../src/http/routes.ts'
import { checkAnswer } from '../support/check-answer.ts'
import { choosePort } from '../support/choose-port.ts'
import { until } from '../support/until.ts'
import { stack } from '../support/world.ts'

type Answer = Record<string, string | undefined>
const { merchantId = '', secret = '', notificationSecret = '' } = stack.merchants[0] ?? {}

/** The example as it stands, with the ids of this stack, and an order of its own. */
const filled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('10000001', merchantId)
      .replaceAll('YOUR_SECRET', secret)
      .replaceAll('order-1841', `order-${randomBytes(6).toString('hex')}`),
  )

async function call(operationId: string, params: Answer, body: unknown, token: string) {
  const found = endpoints.find((one) => one.operationId === operationId)
  if (!found) throw new Error(operationId)
  const path = (found.base + found.path).replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const response = await fetch(stack.api + path, {
    method: found.method.toUpperCase(),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = { status: response.status, text, body: JSON.parse(text || '{}') }
  checkAnswer(found.method.toUpperCase(), path, answer)
  return answer
}

const send = (operationId: string, name: string, params: Answer = {}) =>
  call(operationId, params, filled(examples[operationId]?.requests?.[name]), token)
let token = ''

async function signIn(): Promise<void> {
  const [, request] = Object.entries(examples.authenticateMerchant?.requests ?? {})[1] ?? []
  const { body } = await call('authenticateMerchant', {}, filled(request), '')
  token = String((body as Answer).access_token)
}

async function paid(name: string): Promise<Answer> {
  const { body } = await send('createPayment', name)
  const params = body as Answer
  await until(name, () => call('getPaymentStatus', params, undefined, token), isCompleted, 150_000)
  return params
}
const isCompleted = ({ body }: { body: unknown }) => (body as Answer).status === 'COMPLETED'

describe('the examples of the reference', () => {
  test('every way to create a payment is taken as it stands', async () => {
    await signIn()
    for (const name of Object.keys(examples.createPayment?.requests ?? {}))
      expect((await send('createPayment', name)).status, name).toBe(200)
  })

  test('a hold is adjusted, and captured in part', async () => {
    await signIn()
    const params = await paid('A hold')
    expect((await send('adjustPayment', 'A new total', params)).status).toBe(200)
    const isAdjusted = ({ body }: { body: unknown }) =>
      (body as { status: string }[]).some((one) => one.status === 'PENDING')
    await until(
      'adjusted',
      () => call('listTransactions', params, undefined, token),
      (one) => !isAdjusted(one),
      150_000,
    )
    expect((await send('capturePayment', 'A part', params)).status).toBe(200)
  })

  test('a sale is refunded; others are cancelled, restored and completed', async () => {
    await signIn()
    expect((await send('refundPayment', 'A part', await paid('A card'))).status).toBe(200)
    const ours = (await send('createPayment', 'On our page')).body as Answer
    expect((await send('restorePayment', 'No body is needed', ours)).status).toBe(200)
    expect((await send('putInstrument', 'Flat', ours)).status).toBe(200)
    const other = (await send('createPayment', 'On our page')).body as Answer
    expect((await send('completePayment', 'Card and device', other)).status).toBe(200)
    const third = (await send('createPayment', 'On our page')).body as Answer
    expect((await send('cancelPayment', 'With a reason', third)).status).toBe(200)
    expect((await send('retryPayment', 'No body is needed', third)).status).toBe(200)
  })

  test('cards are looked up and stored', async () => {
    await signIn()
    for (const [id, name] of [
      ['getBinInfo', 'A card'],
      ['getTokenizerBinInfo', 'A card'],
      ['getCardInfo', 'A card'],
      ['searchPayments', 'By order'],
    ])
      expect((await send(id ?? '', name ?? '')).status, id).toBe(200)
    for (const name of Object.keys(examples.createTokenization?.requests ?? {}))
      expect((await send('createTokenization', name)).status, name).toBe(200)
  })

  test('webhooks are made and changed', async () => {
    await signIn()
    for (const name of Object.keys(examples.createWebhook?.requests ?? {})) {
      const made = await send('createWebhook', name)
      expect(made.status, name).toBe(201)
      const place = made.body as Answer
      expect((await send('changeWebhook', 'Start it again', place)).status).toBe(200)
      expect((await call('deleteWebhook', place, undefined, token)).status).toBe(204)
    }
  })

  test('API keys are made, used and ended', async () => {
    await signIn()
    for (const name of Object.keys(examples.createApiKey?.requests ?? {})) {
      const made = (await send('createApiKey', name)).body as Answer
      expect((await call('getAccount', {}, undefined, made.key ?? '')).status).toBe(200)
      expect((await call('revokeApiKey', made, undefined, token)).status).toBe(204)
      expect((await call('getAccount', {}, undefined, made.key ?? '')).status).toBe(401)
    }
  })

  test('the curl sample of signing in runs as it stands', () => {
    const [request] = Object.values(examples.authenticateMerchant?.requests ?? {})
    const { curl } = codeSamples({
      method: 'post',
      url: `${stack.api}/v1/ecommerce/auth`,
      body: filled(request),
    })
    const text = execFileSync('bash', ['-c', curl.replace('curl ', 'curl -s ')], {
      encoding: 'utf8',
    })
    expect(JSON.parse(text)).toMatchObject({ token_type: 'Bearer', resource: 'PAYMENT' })
  })
})

test('a notification that really came is verified by the receiver of the guide', async () => {
  await signIn()
  const { paymentId = '' } = await paid('A card')
  const heard = await until(
    'notification',
    async () =>
      (await (await fetch(`${stack.sandbox}/received?paymentId=${paymentId}`)).json()) as {
        headers: Record<string, string>
        body: string
      }[],
    (all) => all.length > 1,
    150_000,
  )
  const port = await choosePort()
  const child = spawn(process.execPath, ['docs/receivers/receiver.mjs'], {
    env: { PORT: String(port), NOTIFICATION_SECRET: notificationSecret },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill())
  await once(child.stdout, 'data')
  const [{ headers, body } = { headers: {}, body: '' }] = heard
  const signatures = Object.fromEntries(
    Object.entries(headers).filter(([name]) => /^(webhook-|signature)/i.test(name)),
  )
  const post = (text: string) =>
    fetch(`http://127.0.0.1:${String(port)}/payment`, {
      method: 'POST',
      headers: signatures,
      body: text,
    })
  expect((await post(body)).status).toBe(200)
  expect((await post(body.replace('PENDING', 'COMPLETED'))).status).toBe(401)
})
