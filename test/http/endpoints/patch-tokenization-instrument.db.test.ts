import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const patch = (id: string, body: object) => app.at('PATCH', `${id}/instrument`, body)
const { cvv: _, ...withoutCvv } = card() as Record<string, unknown>

describe('200', () => {
  test('the CVV comes last', async () => {
    const id = await app.tokenizerId({ instrument: withoutCvv })
    expect((await patch(id, { cvv: '123' })).body.status).toBe('COMPLETED')
  })

  test('a lost CVV is asked for again', async () => {
    app.tokenizations.answerWith({ authorize: { type: 'secretLost' } })
    const { body } = await app.create({ instrument: card() })
    app.tokenizations.usually()
    expect(body).toMatchObject({ status: 'PENDING', dataRequest: 'CARD_CVV' })
    expect((await patch(body.tokenizerId, { cvv: '123' })).body.status).toBe('COMPLETED')
  })
})

describe('400', () => {
  test('for nothing, and for a CVV that is none', async () => {
    const id = await app.tokenizerId({ instrument: withoutCvv })
    expectProblem(await patch(id, {}), 'invalid_request')
    expectProblem(await patch(id, { cvv: '12' }), 'invalid_request')
  })
})
