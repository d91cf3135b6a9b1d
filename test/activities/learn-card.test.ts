import { expect, test } from 'vitest'
import { learnCard } from '../../activities/learn-card.ts'

const card = { number: '4111111111111111', expDate: '203012' }
const facts = { cardType: 'DEBIT' as const }

function watch(fail = false) {
  const learnt: unknown[][] = []
  const warned: unknown[] = []
  const learn = (...what: unknown[]) => {
    learnt.push(what)
    return fail ? Promise.reject(new Error('away')) : Promise.resolve()
  }
  const log = { warn: (...what: unknown[]) => warned.push(what) }
  return { deps: { cardBook: { learn }, log } as never, learnt, warned }
}

test('what an acquirer tells of a card is kept with who told it', async () => {
  const { deps, learnt } = watch()
  await learnCard(deps, card, facts, 'stripe/main')
  expect(learnt).toEqual([[card.number, facts, 'stripe/main']])
})

test('nothing is learnt of a token, whose number is the network’s, nor where nothing was told', async () => {
  const { deps, learnt } = watch()
  await learnCard(deps, { ...card, isNetworkToken: true }, facts)
  await learnCard(deps, { ...card, cryptogram: 'x' }, facts)
  await learnCard(deps, card, undefined)
  expect(learnt).toEqual([])
})

test('a charge does not fail for it', async () => {
  const { deps, warned } = watch(true)
  await learnCard(deps, card, facts)
  expect(warned).toHaveLength(1)
})
