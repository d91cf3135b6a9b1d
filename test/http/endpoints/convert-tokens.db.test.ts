import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { card, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp()
})
afterAll(() => app.close())

const convert = (body: object, token = app.bearer) =>
  app.call('POST', '/tokenizer/convert', { token, body })

describe('200', () => {
  test('makes a network token, asks nobody, and keeps the stored card', async () => {
    const { token, tokenizerId } = await app.stored()
    const { instrumentNo } = token
    const [converted] = (await convert({ tokens: [{ instrumentNo }] })).body
    expect(converted).toEqual({
      instrumentNo,
      tokenizerId: expect.any(String),
      status: 'COMPLETED',
      instrumentRef: expect.any(String),
    })
    const made = (await app.at('GET', converted.tokenizerId)).body
    expect(made).toMatchObject({ kind: 'NETWORK', token: { type: 'VTS' } })
    const kept = await app.services.cardTokens.find('shop', instrumentNo ?? '')
    expect(kept?.status).toBe('ACTIVE')
    expect(await app.services.vault.read(kept?.vaultRef ?? '', 'shop')).toBeDefined()
    expect((await app.at('GET', tokenizerId)).body.token.status).toBe('ACTIVE')
  })

  test('repeating it, flat or in a list, starts nothing a second time', async () => {
    const { instrumentNo } = (await app.stored()).token
    const first = (await convert({ instrumentNo })).body
    const again = (await convert({ tokens: [{ instrumentNo }, { instrumentNo }] })).body
    expect(again).toEqual(first)
  })

  test('one that was cut off goes on as the one it was', async () => {
    const { instrumentNo = '' } = (await app.stored()).token
    app.tokenizations.answerWith({ provision: 'silence' })
    const first = convert({ instrumentNo })
    const id = app.services.ids.keyed('convert', 'shop', instrumentNo, '1')
    await expect.poll(async () => (await app.at('GET', id)).status).toBe(200)
    const second = convert({ instrumentNo })
    app.tokenizations.usually()
    await app.tokenizations.settle(id)
    const [answer] = (await first).body
    expect(answer).toMatchObject({ tokenizerId: id, status: 'COMPLETED' })
    expect((await second).body).toEqual([answer])
  })

  test('after one that came to nothing another can be tried', async () => {
    const { instrumentNo } = (await app.stored()).token
    app.tokenizations.answerWith({ provision: { type: 'declined', rejectCode: 'DECLINED' } })
    const [refused] = (await convert({ instrumentNo })).body
    app.tokenizations.usually()
    expect(refused).toMatchObject({ status: 'REJECTED', rejectCode: 'DECLINED' })
    const [converted] = (await convert({ instrumentNo })).body
    expect(converted.status).toBe('COMPLETED')
    expect(converted.tokenizerId).not.toBe(refused.tokenizerId)
  })

  test('a number that cannot be used is said so, and the others are converted', async () => {
    const { instrumentNo } = (await app.stored()).token
    const amex = await app.stored({
      instrument: card({ instrumentNo: '378282246310005', cvv: '1234' }),
    })
    const tokens = [
      { instrumentNo: 'unknown' },
      { instrumentNo: amex.token.instrumentNo },
      { instrumentNo },
    ]
    const { body } = await convert({ tokens })
    expect(body).toMatchObject([
      { instrumentNo: 'unknown', status: 'REJECTED', rejectCode: 'TOKEN_NOT_USABLE' },
      { status: 'REJECTED', rejectCode: 'UNSUPPORTED_BIN' },
      { instrumentNo, status: 'COMPLETED' },
    ])
    const [foreign] = (await convert({ instrumentNo }, app.stranger)).body
    expect(foreign.rejectCode).toBe('TOKEN_NOT_USABLE')
  })
})

describe('400', () => {
  test('for no tokens, and for too many', async () => {
    expectProblem(await convert({ tokens: [] }), 'invalid_request')
    const tokens = Array.from({ length: 101 }, (_, index) => ({ instrumentNo: `n${index}` }))
    expectProblem(await convert({ tokens }), 'invalid_request')
  })
})
