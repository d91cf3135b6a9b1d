import { expect, test } from 'vitest'
import { card, visa } from '../support/cards.ts'
import { send, sendForm } from '../support/http.ts'
import { until } from '../support/until.ts'
import { shop, stack } from '../support/world.ts'

const acs = `${stack.api}/v1/ecommerce/notifications/acs/status`

test('whoever knows the id of a challenge does not get to the page of the payer', async () => {
  const { paymentId, redirectURL } = await shop.create({
    channel: 'PAYWALL',
    instrument: card(visa(102)),
  })
  const { body: acsData } = await until(
    'a challenge',
    () => shop.call('GET', `/payment/${String(paymentId)}/acsData`),
    ({ status }) => status === 200,
  )
  const creq = JSON.parse(Buffer.from(acsData.creqPayload, 'base64url').toString()) as object
  const cres = Buffer.from(JSON.stringify({ ...creq, messageType: 'CRes' })).toString('base64url')
  const back = await sendForm(acs, { cres })
  expect(back.status).toBe(303)
  const location = back.headers.get('location') ?? ''
  expect(location).not.toContain(new URL(redirectURL).pathname.split('/').at(-1))
  const page = await send(location)
  expect(page.headers.get('set-cookie')).toBeNull()
  expect(page.text).not.toContain('payer@example.com')
  expect(page.text).not.toContain('99.99')
})
