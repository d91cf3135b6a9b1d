import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../../src/domain/actor/call.ts'
import { describeReason } from '../../../src/domain/reasons/given-reason.ts'
import {
  commandAnswer,
  paymentInfo,
  paymentStatus,
  refundRecords,
  transactionRecords,
} from '../../../src/domain/payment/view.ts'
import { describeEvent } from '../../../src/review/timeline.ts'
import { describePayment } from '../../../workflows/shown/describe-payment.ts'
import { createCommand, Story } from './support.ts'

const blocked: Outcome = {
  type: 'declined',
  rejectCode: 'CARD_BLOCKED',
  detail: 'response code 43',
}
const words = 'CARD_BLOCKED (response code 43)'
const lastWords = ({ history }: Story) => describeEvent(history.at(-1)!, 'PLN')

describe('why something was declined', () => {
  const declined = () => Story.of().answer({ type: 'notEnrolled' }).answer(blocked)

  test('is kept with the payment and its transaction', () => {
    const { state } = declined()
    expect(describeReason(state)).toBe(words)
    expect(state.transactions.map(describeReason)).toEqual([words])
  })

  test('is read by operators in the timeline and in Temporal', () => {
    expect(lastWords(declined())).toBe(`rejected: ${words}`)
    expect(describePayment(declined().state)).toContain(` · ${words} · `)
  })

  test('is not shown to merchants and payers', () => {
    const refused = Story.completed().command({ name: 'refund', amountMinor: 100 }).answer(blocked)
    for (const { state } of [declined(), refused]) {
      const where = { publicUrl: 'https://pay.example' }
      const shown = [
        ...[
          commandAnswer(state, where),
          paymentInfo(state, 'merchant'),
          paymentStatus(state, where.publicUrl, 'merchant'),
        ],
        ...[transactionRecords(state), refundRecords(state)],
      ]
      expect(JSON.stringify(shown)).toContain('CARD_BLOCKED')
      expect(JSON.stringify(shown)).not.toContain('response code')
    }
  })

  test('is kept when a capture, a change of the hold, a cancel or a refund is refused', () => {
    const hold = () =>
      Story.completed({ options: { ...createCommand().options, transKind: 'PREAUTH' } })
    const stories = [
      hold().command({ name: 'capture' }),
      hold().command({ name: 'adjust', amountMinor: 12_000 }),
      hold().command({ name: 'cancel', by: 'merchant' }),
      Story.completed().command({ name: 'refund', amountMinor: 100 }),
    ]
    for (const story of stories) {
      expect(lastWords(story.answer(blocked))).toMatch(/: CARD_BLOCKED \(response code 43\)$/)
      expect(story.state.transactions.at(-1)).toMatchObject({ detail: 'response code 43' })
    }
  })

  test('is kept when the issuer asks for the cardholder a second time', () => {
    const soft: Outcome = { type: 'softDeclined', detail: 'response code 65' }
    const authenticated: Outcome = { type: 'authenticated', transStatus: 'Y', eci: '05' }
    const story = Story.of().answer(authenticated).answer(soft).answer(authenticated).answer(soft)
    expect(describeReason(story.state)).toBe('SCA_REQUIRED (response code 65)')
  })
})

describe('a payment that was not authenticated', () => {
  test('says with which status, or why nobody could be asked', () => {
    const failed = Story.of().answer({ type: 'notAuthenticated', transStatus: 'R' })
    expect(describeReason(failed.state)).toBe('AUTHENTICATION_FAILED (transStatus R)')
    const refused = Story.of().answer({ type: 'authenticationRefused', detail: 'garbled' })
    expect(describeReason(refused.state)).toBe('AUTHENTICATION_UNAVAILABLE (garbled)')
  })
})

describe('a technical failure names its cause', () => {
  test('when the acquirer could not be reached', () => {
    const story = Story.of().answer({ type: 'notEnrolled' }).answer({ type: 'notSent' })
    expect(describeReason(story.state)).toBe('SYSTEM_ERROR (the request could not be sent)')
  })

  test('when the command came too late', () => {
    const story = new Story().command(createCommand(), { notAfter: 1 })
    expect(describeReason(story.state)).toBe('SYSTEM_ERROR (the command came after its time)')
  })
})
