import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('has no token', async () => {
    const id = await app.tokenizerId({ instrument: card() })
    const { body } = await app.at('GET', `${id}/status`)
    expect(body).toEqual({ tokenizerId: id, status: 'COMPLETED', kind: 'COF' })
  })

  test('the cardholder reads it, and is not told of a theft', async () => {
    const { tokenizerId, access_token: token } = await app.page()
    app.tokenizations.answerWith({ authorize: { type: 'declined', rejectCode: 'CARD_BLOCKED' } })
    await app.at('PUT', `${tokenizerId}/instrument`, card())
    app.tokenizations.usually()
    const { body } = await app.call('GET', `/tokenizer/${tokenizerId}/status`, { token })
    expect(body).toMatchObject({ status: 'REJECTED', rejectCode: 'DECLINED' })
    const toMerchant = await app.at('GET', `${tokenizerId}/status`)
    expect(toMerchant.body.rejectCode).toBe('CARD_BLOCKED')
  })
})

describe('404', () => {
  test('for an unknown id', async () => {
    expectProblem(await app.at('GET', 'unknown/status'), 'tokenizer_not_found')
  })
})
