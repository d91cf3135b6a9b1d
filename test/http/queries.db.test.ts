import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { askEndpoint } from '../../src/http/ask-endpoint.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { refusedBy } from '../../src/http/problem.ts'
import { endpoints } from '../../src/http/routes.ts'
import { statusOf } from '../../src/domain/refusal.ts'
import { nastyTexts } from '../support/nasty-texts.ts'
import { SHOP, startTestApp } from './support/test-app.ts'
import type { TestApp } from './support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The status of an endpoint's answer, asked as the app asks it, without the way over a socket. */
async function answered(
  endpoint: Endpoint,
  { params = {}, query = {} }: { params?: object; query?: object },
): Promise<number> {
  const merchant = await app.services.merchants.find(SHOP.merchantId)
  const { merchantId } = SHOP
  const caller = {
    kind: 'merchant',
    merchantId,
    resource: 'UNIVERSAL',
    merchant: merchant!,
  } as const
  const asked = {
    method: endpoint.method.toUpperCase(),
    path: endpoint.path,
    requestId: 'r',
    ip: '::1',
    params: { ...params },
    query: { ...query },
    headers: {},
    body: { raw: Buffer.alloc(0), value: undefined },
  }
  const known = endpoint.resource === 'NONE' ? undefined : { caller }
  return askEndpoint(app.services, endpoint, known, asked).then(
    () => 200,
    (error: unknown) => statusOf(refusedBy(error).code),
  )
}

/** Values that do not even pass the schema cannot reach anything behind it. */
const passing = (schema: z.ZodType, name: string): (string | string[])[] =>
  nastyTexts
    .flatMap((text) => [text, [text, text]])
    .filter((value) => {
      const issues = schema.safeParse({ [name]: value }).error?.issues ?? []
      return !issues.some(({ path }) => path[0] === name || path.length === 0)
    })

const withQuery = endpoints.flatMap(({ query, ...one }) =>
  query && one.subject === undefined ? [{ ...one, query }] : [],
)
const namesIn = (query: z.ZodType) => Object.keys((query as z.ZodObject).shape)

describe('what strangers write into addresses', () => {
  test.for(withQuery.map((one) => [one.operationId ?? '', one] as const))(
    '%s: no value of a parameter of the query is a 500',
    async ([, endpoint]) => {
      for (const name of namesIn(endpoint.query))
        for (const value of passing(endpoint.query, name))
          expect(
            [200, 400].includes(await answered(endpoint, { query: { [name]: value } })),
            `${name}=${String(value)}`,
          ).toBe(true)
    },
  )

  test('the field is named', async () => {
    for (const [list, field, value] of [
      ['payments', 'createdFrom', '2026-01-01T00:00:00+22:09'],
      ['payments', 'updatedTo', '0000-01-01T00:00:00Z'],
      ['settlements', 'to', '2026-01-01T00:00:00+16:00'],
      ['events', 'after', '\0'],
      ['payments', 'colour', 'red'],
    ] as const) {
      const query = `${field}=${encodeURIComponent(value)}`
      const token = await app.token()
      const { status, body } = await app.call('GET', `/${list}?${query}`, { token })
      expect([status, body.errors[0].field], query).toEqual([400, field])
    }
  })

  test('what the database can hold is taken', async () => {
    const [list] = endpoints.filter(({ operationId }) => operationId === 'listPayments')
    for (const at of ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-01-01T00:00:00+14:00'])
      expect(await answered(list!, { query: { createdFrom: at, updatedTo: at } })).toBe(200)
  })

  test('no value of a parameter of a path is a 500', async () => {
    const values = ['\0', "'", '%', 'é'.repeat(300), '99999999999999999999', '-1', '😀']
    for (const endpoint of endpoints) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const found = names.length === 0 ? [] : values
      for (const value of found) {
        const params = Object.fromEntries(names.map((name) => [name, value]))
        expect(await answered(endpoint, { params }), `${endpoint.path} ${value}`).toBeLessThan(500)
      }
    }
  })
})
