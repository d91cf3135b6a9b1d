import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, device, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const put = (id: string, body: object) => app.at('PUT', `${id}/instrument`, body)

describe('200', () => {
  test('takes the card flat and wrapped', async () => {
    expect((await put(await app.tokenizerId(), card())).body.status).toBe('COMPLETED')
    const wrapped = { instrument: card(), device }
    expect((await put(await app.tokenizerId(), wrapped)).body.status).toBe('COMPLETED')
  })

  test('the cardholder gives it', async () => {
    const { tokenizerId, access_token: token } = await app.page()
    const path = `/tokenizer/${tokenizerId}/instrument`
    const answer = await app.call('PUT', path, { token, body: card() })
    expect(answer.body.status).toBe('COMPLETED')
  })

  test('a card that is not supported rejects', async () => {
    const unsupported = card({ instrumentNo: '4242424242424242' })
    const { body } = await put(await app.tokenizerId(), unsupported)
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'UNSUPPORTED_BIN' })
  })
})

describe('400', () => {
  test('for something that is not a card', async () => {
    const wallet = { type: 'GPAY', token: 'eyJ9' }
    expectProblem(await put(await app.tokenizerId(), wallet), 'invalid_request')
  })
})

describe('409', () => {
  test('a cancelled one takes no card', async () => {
    const id = await app.tokenizerId()
    await app.at('POST', `${id}/cancel`)
    expectProblem(await put(id, card()), 'tokenizer_not_completable')
  })
})
