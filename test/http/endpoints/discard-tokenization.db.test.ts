import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const discard = (id: string) => app.at('POST', `${id}/discard`)

describe('200', () => {
  test('the card is erased, and again is the same answer', async () => {
    const { tokenizerId, token } = await app.stored()
    const before = await app.services.cardTokens.find('shop', token.instrumentNo ?? '')
    const { body } = await discard(tokenizerId)
    expect(body).toEqual({ tokenizerId, status: 'DISCARDED', kind: 'COF' })
    expect((await discard(tokenizerId)).body).toEqual(body)
    expect(await app.services.vault.read(before?.vaultRef ?? '', 'shop')).toBeUndefined()
    expect((await app.at('GET', tokenizerId)).body.token.status).toBe('DISCARDED')
  })

  test('a token of several tokenizations is gone for all of them', async () => {
    const customer = { extCustomerId: 'seven' }
    const first = await app.stored({ customer })
    const second = await app.stored({ customer })
    await discard(second.tokenizerId)
    expect((await app.at('GET', first.tokenizerId)).body).toMatchObject({
      status: 'DISCARDED',
      token: { status: 'DISCARDED' },
    })
    const third = await app.stored({ customer })
    expect(third.token.instrumentNo).not.toBe(first.token.instrumentNo)
  })
})

describe('403', () => {
  test('the cardholder cannot discard', async () => {
    const { tokenizerId, access_token: token } = await app.page()
    const answer = await app.call('POST', `/tokenizer/${tokenizerId}/discard`, { token })
    expectProblem(answer, 'forbidden')
  })
})

describe('409', () => {
  test('there is no token yet', async () => {
    expectProblem(await discard(await app.tokenizerId()), 'tokenizer_not_discardable')
  })
})
