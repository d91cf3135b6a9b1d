import { describe, test } from 'vitest'
import { visa } from '../../support/cards.ts'
import {
  answerChallenge,
  arrive,
  challengeFrame,
  goToBank,
  payByBlik,
  payByCard,
  screen,
} from '../../support/checkout.ts'
import { send } from '../../support/http.ts'
import { inspectInBothLanguages } from '../../support/inspect-screen.ts'
import { stack } from '../../support/world.ts'

describe('in both languages, in light and dark, narrow and large, nothing is wrong with', () => {
  test('a challenge, and the end of one that failed', async () => {
    const { page } = await arrive()
    await payByCard(page, visa(102))
    await inspectInBothLanguages(page, 'challenge', () =>
      challengeFrame(page).locator('#otp').waitFor(),
    )
    await answerChallenge(page, '1')
    await screen(page, '.errors:visible')
    await inspectInBothLanguages(page, 'failed-challenge')
  })

  test('the wait for a phone, and the end after a cancel', async () => {
    const { page } = await arrive()
    await payByBlik(page, '100005')
    await screen(page, '.ring')
    await inspectInBothLanguages(page, 'blik', () => page.locator('.cancel summary').click())
    await page.locator('.cancel button').click()
    await screen(page, '.result.cancelled')
    await inspectInBothLanguages(page, 'cancelled')
  })

  test('the wait for a bank, and the end of a payment', async () => {
    const { page, payment } = await arrive()
    await goToBank(page)
    const bank = page.url()
    await page.goto(payment.redirectURL)
    await screen(page, '.wait')
    await inspectInBothLanguages(page, 'bank')
    await page.goto(bank)
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await screen(page, '.result.done')
    await inspectInBothLanguages(page, 'done')
  })

  test('the wait for an acquirer, and the end of a hold', async () => {
    const { page, payment } = await arrive({ options: { transKind: 'PREAUTH' } })
    const fault = { provider: 'acquirer', referencePrefix: payment.paymentId, times: 1000 }
    const body = { ...fault, action: 'http500' }
    await send(`${stack.sandbox}/faults`, { method: 'POST', body })
    await payByCard(page, visa(100))
    await screen(page, '.wait')
    await inspectInBothLanguages(page, 'working')
    await send(`${stack.sandbox}/faults`, { method: 'DELETE' })
    await screen(page, '.result')

    const hold = await arrive({ options: { transKind: 'PREAUTH' } })
    await payByCard(hold.page, visa(100))
    await screen(hold.page, '.result.done')
    await inspectInBothLanguages(hold.page, 'held')
  })
})
