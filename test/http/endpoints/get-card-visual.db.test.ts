import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VisualLookup } from '../../../src/http/services.ts'
import { expectProblem } from '../support/problem.ts'
import { card, startTokenizerApp } from '../support/tokenizer-app.ts'
import type { TokenizerApp } from '../support/tokenizer-app.ts'

const art = { contentType: 'image/png', width: 320, height: 202, data: 'aWNvbg==' }
let lookup: (visualId: string) => VisualLookup
let app: TokenizerApp
beforeAll(async () => {
  app = await startTokenizerApp({
    cardVisual: (_ref, visualId) => Promise.resolve(lookup(visualId)),
  })
})
afterAll(() => app.close())

interface Token {
  instrumentRef: string
  visuals: { visualId: string }[]
}
const vts = async (changes: object = {}) =>
  (await app.stored({ kind: 'NETWORK', ...changes })).token as unknown as Token
const visual = (ref: string, id = `${ref}-art`, token = app.bearer) =>
  app.call('GET', `/tokenizer/vts/${ref}/cardVisual/${id}`, { token })

describe('200', () => {
  test('shows the card art that the network keeps', async () => {
    lookup = (visualId) => ({ type: 'found', visual: { visualId, ...art } })
    const { instrumentRef, visuals } = await vts()
    const { body } = await visual(instrumentRef, visuals[0]?.visualId)
    expect(body).toEqual({ visualId: visuals[0]?.visualId, ...art })
  })
})

describe('404', () => {
  test('for a token that is unknown, foreign or of another network', async () => {
    expectProblem(await visual('unknown'), 'token_not_found')
    const { instrumentRef } = await vts()
    const foreign = await visual(instrumentRef, `${instrumentRef}-art`, app.stranger)
    expectProblem(foreign, 'token_not_found')
    const scof = await vts({ instrument: card({ instrumentNo: '5105100000001009' }) })
    expectProblem(await visual(scof.instrumentRef), 'token_not_found')
  })

  test('for a visual that the token does not have, or the network lost', async () => {
    const { instrumentRef } = await vts()
    expectProblem(await visual(instrumentRef, 'other'), 'not_found')
    lookup = () => ({ type: 'notFound' })
    expectProblem(await visual(instrumentRef), 'not_found')
  })
})

describe('503', () => {
  test('when the network does not answer', async () => {
    lookup = () => ({ type: 'unknown' })
    expectProblem(await visual((await vts()).instrumentRef), 'unavailable')
  })
})
