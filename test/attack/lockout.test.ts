import { expect, test } from 'vitest'
import { send } from '../support/http.ts'
import { openMerchant, stack } from '../support/world.ts'

const signIn = (merchantId: string, secret: string) =>
  send(`${stack.api}/v1/ecommerce/auth`, {
    method: 'POST',
    body: { resource: 'PAYMENT', channel: 'WEBAPI', secret, merchant: { merchantId } },
  })

test('a stranger can neither guess quickly nor lock a merchant out', async () => {
  const { account } = await openMerchant()
  const wrong = await Promise.all(
    Array.from({ length: 60 }, (_, at) => signIn(account.merchantId, `wrong-${String(at)}`)),
  )
  expect(wrong.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5)
  expect(wrong.every(({ status }) => status === 401 || status === 429)).toBe(true)
  expect((await signIn(account.merchantId, account.secret)).status).toBe(200)
})

test('a token has one spelling', async () => {
  const { account } = await openMerchant()
  const token = String((await signIn(account.merchantId, account.secret)).body.access_token)
  const read = (bearer: string) =>
    send(`${stack.api}/v1/ecommerce/payment/methods`, {
      headers: { authorization: `Bearer ${bearer}` },
    })
  expect((await read(token)).status).toBe(200)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const last = signature.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const loose = signature.slice(0, -1) + (alphabet[alphabet.indexOf(last) + 1] ?? '_')
  const standard = token.replaceAll('-', '+').replaceAll('_', '/')
  for (const other of [
    `${token}==`,
    `${head}=.${claims}.${signature}`,
    `${head}.${claims}.${loose}`,
  ])
    expect((await read(other)).status, other).toBe(401)
  if (standard !== token) expect((await read(standard)).status).toBe(401)
})
