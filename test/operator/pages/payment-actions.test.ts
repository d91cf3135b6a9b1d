import { describe, expect, test } from 'vitest'
import { actionsSection, paymentAction } from '../../../src/operator/pages/payment-actions.tsx'
import { allowedInstructions } from '../../../src/operator/pages/payment-actions.tsx'
import { renderPart } from '../../../src/kit/page.ts'
import { preauth, Story } from '../../domain/payment/support.ts'

const allowed = ({ state, now }: Story) => allowedInstructions(state, now)

describe('what can be done about a payment', () => {
  test('is what its own rules would accept, and nothing that would change nothing', async () => {
    expect(await allowed(Story.completed())).toEqual([
      'hold',
      'refund',
      'cancel',
      'exchanges',
      'rebuild',
    ])
    expect(await allowed(Story.completed(preauth))).toEqual([
      'hold',
      'capture',
      'cancel',
      'exchanges',
      'rebuild',
    ])
    const held = Story.completed().command({ name: 'hold', reason: 'odd' })
    expect(await allowed(held)).toEqual(['resume', 'drop', 'exchanges', 'rebuild'])
    const refunded = Story.completed().command({ name: 'refund' }).answer({ type: 'approved' })
    expect(await allowed(refunded)).not.toContain('refund')
  })

  test('is offered to those who may give instructions', async () => {
    const { state, now } = Story.completed()
    const shown = await actionsSection(state, { name: 'anna', role: 'operator' }, now)
    expect(renderPart(shown as never)).toContain(`/payments/${state.id}/do/refund`)
    expect(await actionsSection(state, { name: 'eva', role: 'viewer' }, now)).toBeNull()
  })

  test('is a command of the desk, of which the page knows the payment', async () => {
    const { state, now } = Story.completed()
    const refund = await paymentAction(state, 'refund', now)
    expect(refund).toMatchObject({
      command: { name: 'payment refund', people: 'two' },
      input: { paymentId: state.id },
      fields: [{ name: 'amount' }, { name: 'reason', required: true }],
    })
    expect(await paymentAction(state, 'capture', now)).toBeUndefined()
    expect(await paymentAction(state, 'constructor', now)).toBeUndefined()
  })
})
