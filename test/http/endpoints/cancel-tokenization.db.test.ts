import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const cancel = (id: string) => app.at('POST', `${id}/cancel`)

describe('200', () => {
  test('while it waits it is cancelled at once', async () => {
    const { body } = await cancel(await app.tokenizerId())
    expect(body).toMatchObject({ status: 'CANCELLED', rejectCode: 'CANCELLED_BY_MERCHANT' })
  })

  test('by the cardholder it is cancelled by the customer', async () => {
    const { tokenizerId, access_token: token } = await app.page()
    const { body } = await app.call('POST', `/tokenizer/${tokenizerId}/cancel`, { token })
    expect(body.rejectCode).toBe('CANCELLED_BY_CUSTOMER')
  })

  test('while a network makes the token, that is awaited', async () => {
    app.tokenizations.answerWith({ provision: 'silence' })
    const id = await app.tokenizerId({ kind: 'NETWORK', instrument: card() })
    expect((await cancel(id)).body.status).toBe('PENDING')
    expectProblem(await cancel(id), 'cancel_in_progress')
    app.tokenizations.usually()
  })
})

describe('409', () => {
  test('a stored card is not cancelled', async () => {
    const { tokenizerId } = await app.stored()
    const answer = await cancel(tokenizerId)
    expectProblem(answer, 'tokenizer_not_cancellable')
    expect(answer.body.paymentStatus).toBe('COMPLETED')
  })
})
