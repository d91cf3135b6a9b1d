import { expect, test } from 'vitest'
import { codesOf, openapiDocument } from '../../../src/contract/openapi.ts'
import { operationHtml, referenceHtml } from '../../../src/http/reference/reference-html.ts'
import type { ApiDocument } from '../../../src/http/reference/reference-html.ts'
import { endpoints } from '../../../src/http/routes.ts'

const document = openapiDocument(endpoints, {
  serverUrl: 'https://x.example',
  version: '1',
}) as ApiDocument
const ids = [...referenceHtml(document).matchAll(/\/docs\/operations\/(\w+)/g)].map(([, id]) => id)

test('every endpoint is listed once, and has a page with its codes', () => {
  expect(ids).toHaveLength(endpoints.length)
  for (const endpoint of endpoints) {
    const path = (endpoint.base + endpoint.path).replace(/:(\w+)/g, '{$1}')
    const html = operationHtml(document, document.paths[path]![endpoint.method]!.operationId)
    for (const code of codesOf(endpoint)) expect(html).toContain(`<code>${code}</code>`)
  }
})

test('fields are named with their place, behind references and lists', () => {
  const create = operationHtml(document, 'createPayment')
  for (const name of ['order.amount', 'options.registerAlias.value', 'paymentId'])
    expect(create).toContain(`<code>${name}</code>`)
  expect(operationHtml(document, 'listMethods')).toContain('methods[].method')
})

test('a field that must be there says so', () => {
  expect(operationHtml(document, 'createPayment')).toMatch(
    /<code>order\.currency<\/code><\/td><td>[^/]*required/,
  )
})

test('an operation that does not exist has no page', () => {
  expect(operationHtml(document, 'deleteEverything')).toBeUndefined()
})
