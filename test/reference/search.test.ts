import { expect, test } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import type { ApiDocument } from '../../src/reference/api-document.ts'
import { searchIndex } from '../../src/reference/search-index.ts'
import type { Entry } from '../../src/reference/search-index.ts'
import { endpoints } from '../../src/http/routes.ts'

/** As the browser loads it: a script of its own, which no compiler has seen. */
const script = new URL('../../src/reference/rank.js', import.meta.url).href
const { rank } = (await import(script)) as { rank: (index: Entry[], query: string) => Entry[] }
const index = await searchIndex(
  openapiDocument(endpoints, { serverUrl: 'https://x.example', version: '1' }) as ApiDocument,
)
const found = (query: string) => rank(index, query).map(({ path }) => path)

test.each([
  ['refund', '/docs/operations/refundPayment'],
  ['capture', '/docs/operations/capturePayment'],
  ['create webhook', '/docs/operations/createWebhook'],
  ['createPayment', '/docs/operations/createPayment'],
  ['refund_exists', '/docs/mistakes#refund_exists'],
])('%s: the operation or the code itself comes first', (query, path) => {
  expect(found(query)[0]).toBe(path)
})

test.each([
  ['refnud', '/docs/operations/refundPayment'],
  ['capure', '/docs/operations/capturePayment'],
  ['authentcator', '/docs/portal'],
])('%s: a slip of the finger is forgiven', (query, path) => {
  expect(found(query)[0]).toContain(path)
})

test('what stands in guides and test data is found, by any of its words', () => {
  expect(found('4000000000001216')).toContainEqual(expect.stringContaining('/docs/test-data'))
  expect(found('idempotencyKey coffee')).toContainEqual(
    expect.stringContaining('/docs/guides/live-shop'),
  )
  expect(found('xqzwvkj')).toEqual([])
  expect(found('')).toEqual([])
})
