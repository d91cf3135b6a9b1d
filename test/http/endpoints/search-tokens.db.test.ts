import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { AGENT, OTHER } from '../support/test-app.ts'
import { card, CARD, startTokenizerApp, tokenizerBody } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const search = (body: object, token = app.bearer) =>
  app.call('POST', '/tokenizer/search', { token, body })

describe('200', () => {
  test('finds a token by its number, by its reference and by its card', async () => {
    const cof = await app.stored()
    const vts = await app.stored({ kind: 'NETWORK' })
    const { instrumentNo } = cof.token
    const { instrumentRef } = vts.token
    expect((await search({ instrumentNo })).body).toEqual([cof.token])
    expect((await search({ instrumentRef })).body).toEqual([vts.token])
    const found = (await search({ instrumentNo: CARD })).body
    expect(found).toEqual(expect.arrayContaining([cof.token, vts.token]))
    expect(JSON.stringify(found)).not.toContain(CARD)
  })

  test('finds nothing of another merchant', async () => {
    const { instrumentNo } = (await app.stored()).token
    expect((await search({ instrumentNo }, app.stranger)).body).toEqual([])
    expect((await search({ instrumentNo: CARD }, app.stranger)).body).toEqual([])
    expect((await search({ instrumentNo: '4000000000001001' })).body).toEqual([])
  })

  test('an agent finds what was made through it', async () => {
    const agent = await app.token({ agent: AGENT })
    const body = tokenizerBody({ instrument: card({ instrumentNo: '4000000000001075' }) })
    await app.call('POST', '/tokenizer', { token: agent, body })
    expect((await search({ instrumentNo: '4000000000001075' }, agent)).body).toHaveLength(1)
    expect((await search({ instrumentNo: CARD }, agent)).body).toEqual([])
  })

  test('a discarded one is found by its number only', async () => {
    const { token, tokenizerId } = await app.stored({
      instrument: card({ instrumentNo: '4111111111111111' }),
    })
    await app.at('POST', `${tokenizerId}/discard`)
    const [found] = (await search({ instrumentNo: token.instrumentNo })).body
    expect(found.status).toBe('DISCARDED')
    expect((await search({ instrumentNo: '4111111111111111' })).body).toEqual([])
  })
})

describe('400', () => {
  test('for no name', async () => {
    expectProblem(await search({}), 'invalid_request')
  })
})

describe('403', () => {
  test('for another merchant', async () => {
    const merchant = { merchantId: OTHER.merchantId }
    expectProblem(await search({ instrumentNo: 'a', merchant }), 'wrong_merchant')
  })
})
