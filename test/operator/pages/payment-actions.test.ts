import { describe, expect, test } from 'vitest'
import { actionsSection, paymentAction } from '../../../src/operator/pages/payment-actions.ts'
import { allowedInstructions } from '../../../src/operator/pages/payment-actions.ts'
import { preauth, Story } from '../../domain/payment/support.ts'

const allowed = ({ state, now }: Story) => allowedInstructions(state, now)

describe('what can be done about a payment', () => {
  test('is what its own rules would accept, and nothing that would change nothing', () => {
    expect(allowed(Story.completed())).toEqual(['hold', 'refund', 'cancel', 'rebuild'])
    expect(allowed(Story.completed(preauth))).toEqual(['hold', 'capture', 'cancel', 'rebuild'])
    const held = Story.completed().command({ name: 'hold', reason: 'odd' })
    expect(allowed(held)).toEqual(['resume', 'drop', 'rebuild'])
    const refunded = Story.completed().command({ name: 'refund' }).answer({ type: 'approved' })
    expect(allowed(refunded)).not.toContain('refund')
  })

  test('is offered to those who may give instructions', () => {
    const { state, now } = Story.completed()
    const shown = actionsSection(state, { name: 'anna', role: 'operator' }, now)
    expect(shown).toContain(`/payments/${state.id}/do/refund`)
    expect(actionsSection(state, { name: 'eva', role: 'viewer' }, now)).toBe('')
  })

  test('becomes the line of the command, in which no value is taken for an option', () => {
    const { state, now } = Story.completed()
    const refund = paymentAction(state, 'refund', now)
    expect(refund?.args({ amount: '12,50', reason: '--by jan' })).toEqual([
      ...['payment', 'refund', state.id, '--reason=--by jan', '--amount=12.50'],
    ])
    expect(paymentAction(state, 'capture', now)).toBeUndefined()
    expect(paymentAction(state, 'constructor', now)).toBeUndefined()
  })
})
