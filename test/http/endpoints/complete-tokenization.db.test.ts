import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, device, startTokenizerApp, tokenizerBody } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('card and device together finish it', async () => {
    const { device: _, ...body } = tokenizerBody()
    const made = await app.call('POST', '/tokenizer', { token: app.bearer, body })
    const id = made.body.tokenizerId as string
    expect((await app.at('PATCH', id, { instrument: card() })).body.dataRequest).toBe('DEVICE')
    expect((await app.at('PATCH', id, { device })).body.status).toBe('COMPLETED')
  })
})

describe('400', () => {
  test('for nothing', async () => {
    expectProblem(await app.at('PATCH', await app.tokenizerId(), {}), 'invalid_request')
  })
})

describe('409', () => {
  test('a finished one takes no card', async () => {
    const { tokenizerId } = await app.stored()
    const answer = await app.at('PATCH', tokenizerId, { instrument: card() })
    expectProblem(answer, 'tokenizer_not_completable')
    expect(answer.body.paymentStatus).toBe('COMPLETED')
  })
})
