import { expect, test } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { postmanCollection } from '../../src/contract/postman-collection.ts'
import { endpoints } from '../../src/http/routes.ts'

const collection = postmanCollection(
  openapiDocument(endpoints, { serverUrl: 'http://127.0.0.1:8080', version: '2.1.15' }),
) as { item: { item: { request: { method: string; url: { raw: string } } }[] }[] }

test('the collection that is committed is made of the endpoints that are served', async () => {
  const text = `${JSON.stringify(collection, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../docs/tollgate.postman_collection.json')
})

test('every endpoint is in it once', () => {
  const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request))
  const named = requests.map(({ method, url }) => `${method} ${url.raw}`)
  expect(new Set(named).size).toBe(endpoints.length)
})
