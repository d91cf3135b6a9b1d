import { expect, test } from 'vitest'
import { codesOf, openapiDocument } from '../../src/contract/openapi.ts'
import type { ApiDocument, Credentials } from '../../src/reference/api-document.ts'
import { OperationPage, placeOf } from '../../src/reference/operation.tsx'
import { Overview } from '../../src/reference/overview.tsx'
import { endpoints } from '../../src/http/routes.ts'
import { renderPart } from '../../src/kit/page.ts'

const document = openapiDocument(endpoints, {
  serverUrl: 'https://x.example',
  version: '1',
}) as ApiDocument
const webhooks = Object.keys(document.webhooks)
const overview = renderPart(Overview({ document }))
const ids = [...overview.matchAll(/\/docs\/operations\/(\w+)/g)].map(([, id]) => id)

function operationHtml(
  shown: ApiDocument,
  operationId: string,
  credentials?: Credentials,
): string | undefined {
  const place = placeOf(shown, operationId)
  return place && renderPart(OperationPage({ document: shown, place, credentials }))
}

test('every endpoint is listed once, and has a page with its codes, which lead to what they mean', () => {
  expect(ids).toHaveLength(endpoints.length + webhooks.length)
  for (const endpoint of endpoints) {
    const html = operationHtml(document, endpoint.operationId ?? '')
    for (const code of codesOf(endpoint))
      expect(html).toContain(`<a href="/docs/mistakes#${code}"><code>${code}</code></a>`)
  }
})

test('every parameter says what it means', () => {
  const html = operationHtml(document, 'getPaymentStatus')
  expect(html).toContain('The payment, as its creation has answered it')
  expect(html).toContain('Hold the answer until the status changes')
  expect(html).toContain('Up to 64 letters, digits')
})

test('members of members are folded, and what must be there says so', () => {
  const create = operationHtml(document, 'createPayment')
  expect(create).toMatch(
    /<details><summary><code class="name">order<\/code>.+?<code class="name">currency<\/code>[^/]*<\/span> <span class="needed">required/s,
  )
})

test('an instrument is shown as one of its types', () => {
  const create = operationHtml(document, 'createPayment')
  for (const [type, member] of Object.entries({ BLIK_CODE: 'code', APAY: 'token', PBL: 'bank' }))
    expect(create).toMatch(
      new RegExp(
        `<summary><code class="name">${type}</code>.+?<code class="name">${member}</code>`,
        's',
      ),
    )
})

test('every operation that merchants call is shown in four languages, with an answer', () => {
  for (const { operationId = '', tag } of endpoints) {
    const html = operationHtml(document, operationId) ?? ''
    for (const language of ['curl', 'TypeScript', 'PHP', 'Python'])
      expect(html).toContain(`<div class="panel in-${language}">`)
    if (tag === 'Payments') expect(html, operationId).toContain('<h3>Answer 200</h3>')
  }
})

test('a local stack fills its credentials in, and nobody else has them', () => {
  const own = { merchantId: '10000007', secret: 'of-this-machine' }
  expect(operationHtml(document, 'authenticateMerchant', own)).toContain('of-this-machine')
  expect(operationHtml(document, 'authenticateMerchant')).toContain('YOUR_SECRET')
})

test('each operation can be tried on its page: with what it needs, and signed in where the page knows how', () => {
  const own = { merchantId: '10000007', secret: 'of-this-machine' }
  const refund = operationHtml(document, 'refundPayment', own) ?? ''
  expect(refund).toContain('<input id="try-path-paymentId" name="path paymentId"')
  expect(refund).toContain('<textarea id="try-body"')
  expect(refund).toContain('of-this-machine')
  expect(refund).not.toContain('id="try-token"')
  expect(operationHtml(document, 'refundPayment')).toContain('id="try-token"')
  expect(operationHtml(document, 'authenticateMerchant', own)).not.toContain('YOUR_SECRET')
})

test('an answer that refuses stands beside the one that does not', () => {
  const refund = operationHtml(document, 'refundPayment') ?? ''
  expect(refund).toContain('<h3>Refusal 422</h3>')
  expect(refund).toContain('&quot;code&quot;: &quot;insufficient_refund_balance&quot;')
})

test('an operation that does not exist has no page', () => {
  expect(operationHtml(document, 'deleteEverything')).toBeUndefined()
})
