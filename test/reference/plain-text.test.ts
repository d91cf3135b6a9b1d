import { expect, test } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import type { ApiDocument } from '../../src/reference/api-document.ts'
import { prosePages } from '../../src/reference/pages.ts'
import { llmsFullText, llmsText } from '../../src/reference/plain-text.ts'
import { endpoints } from '../../src/http/routes.ts'

const document = openapiDocument(endpoints, {
  serverUrl: 'https://gateway.example',
  version: '1',
}) as ApiDocument

test('the list for programs names every page and every operation', () => {
  const text = llmsText(document, prosePages)
  expect(text).toMatch(/^# Tollgate Merchant API\n\n> /)
  for (const { path } of prosePages) expect(text).toContain(`(${path})`)
  for (const { operationId = '' } of endpoints)
    expect(text).toContain(`(/docs/operations/${operationId})`)
})

test('the whole text has each page in full, as Markdown', async () => {
  const text = await llmsFullText(document, prosePages)
  for (const { read } of prosePages) expect(text).toContain((await read()).trim())
  for (const { operationId = '', summary } of endpoints) {
    expect(text).toContain(`### ${operationId}: `)
    expect(text).toContain(summary)
  }
})
