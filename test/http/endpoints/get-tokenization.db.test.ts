import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, CARD, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

describe('200', () => {
  test('shows the token, the card by its mask only', async () => {
    const id = await app.tokenizerId({ instrument: card() })
    const answer = await app.at('GET', id)
    expect(answer.body).toEqual({
      tokenizerId: id,
      status: 'COMPLETED',
      kind: 'COF',
      token: {
        type: 'COF',
        instrumentNo: expect.any(String),
        cardMask: '400000******1000',
        expDate: '203012',
        organization: 'VISA',
        status: 'ACTIVE',
        visuals: [],
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
    expect(answer.text).not.toContain(CARD)
  })

  test('of a network token shows its card art', async () => {
    const { token } = await app.stored({ kind: 'NETWORK' })
    expect(token.visuals).toEqual([
      { visualId: expect.any(String), type: 'art', width: 320, height: 202 },
    ])
  })

  test('says that the network suspended it, and stays COMPLETED', async () => {
    const { tokenizerId } = await app.stored({ kind: 'NETWORK' })
    await app.tokenizations.take(tokenizerId, { name: 'tokenState', status: 'SUSPENDED' })
    const { body } = await app.at('GET', tokenizerId)
    expect([body.status, body.token.status]).toEqual(['COMPLETED', 'SUSPENDED'])
  })
})

describe('404', () => {
  test('an unknown and a foreign id look the same', async () => {
    expectProblem(await app.at('GET', 'unknown'), 'tokenizer_not_found')
    const id = await app.tokenizerId()
    const foreign = await app.call('GET', `/tokenizer/${id}`, { token: app.stranger })
    expectProblem(foreign, 'tokenizer_not_found')
  })
})
