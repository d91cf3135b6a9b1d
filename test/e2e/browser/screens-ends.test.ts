import { describe, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  arriveToStore,
  challengeFrame,
  screen,
  submit,
  typeCard,
} from '../../support/checkout.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { shop, stack } from '../../support/world.ts'

describe('in both languages, in light and dark, narrow and large, nothing is wrong with', () => {
  test('a link that has expired, one that is dead, and the end of a way', async () => {
    const { page, payment } = await arrive()
    await shop.advance(payment.paymentId, 1801)
    await screen(page, '.result.expired')
    await inspectInBothLanguages(page, 'expired')
    for (const [name, path] of [
      ['gone', 'deaddeaddeaddeaddeaddead'],
      ['returned', 'returned'],
    ] as const) {
      await page.goto(`${stack.api}/pay/${path}`)
      await inspectInBothLanguages(page, name)
    }
  })

  test('the way of a card that is stored', async () => {
    const { page } = await arriveToStore()
    await inspectInBothLanguages(page, 'store')
    await typeCard(page, visa(102))
    await submit(page, 'CARD')
    await challengeFrame(page).locator('#otp').waitFor()
    await inspectInBothLanguages(page, 'store-challenge')
    await answerChallenge(page)
    await screen(page, '.result.done')
    await inspectInBothLanguages(page, 'stored')
    const failed = await arriveToStore()
    await typeCard(failed.page, visa(121))
    await submit(failed.page, 'CARD')
    await screen(failed.page, '.result.failed')
    await inspectInBothLanguages(failed.page, 'store-failed')
  })
})
