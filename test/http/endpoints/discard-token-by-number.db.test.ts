import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { AGENT } from '../support/test-app.ts'
import { startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const discard = (body: object, token = app.bearer) =>
  app.call('POST', '/tokenizer/discard', { token, body })

describe('200', () => {
  test('by the number of a stored card, twice the same', async () => {
    const { tokenizerId, token } = await app.stored()
    const { body } = await discard({ instrumentNo: token.instrumentNo })
    expect(body).toEqual({ tokenizerId, status: 'DISCARDED', kind: 'COF' })
    expect((await discard({ instrumentNo: token.instrumentNo })).body).toEqual(body)
  })

  test('by the reference of a network token', async () => {
    const { token } = await app.stored({ kind: 'NETWORK' })
    const { body } = await discard({ instrumentRef: token.instrumentRef })
    expect(body).toMatchObject({ status: 'DISCARDED', kind: 'NETWORK' })
  })
})

describe('400', () => {
  test('for no name, and for two', async () => {
    expectProblem(await discard({}), 'invalid_request')
    expectProblem(await discard({ instrumentNo: 'a', instrumentRef: 'b' }), 'invalid_request')
  })
})

describe('404', () => {
  test("for an unknown number, another merchant's, and one not made through the agent", async () => {
    expectProblem(await discard({ instrumentNo: 'unknown' }), 'token_not_found')
    const { instrumentNo } = (await app.stored()).token
    expectProblem(await discard({ instrumentNo }, app.stranger), 'token_not_found')
    const agent = await app.token({ agent: AGENT })
    expectProblem(await discard({ instrumentNo }, agent), 'token_not_found')
  })
})
