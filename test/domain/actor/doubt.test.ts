import { describe, expect, test } from 'vitest'
import { doubtOf, refusedMessage } from '../../../src/domain/actor/message.ts'

const here = { workflowId: 'pay/a', named: true }
const message = {
  type: 'command',
  id: 'cmd/x',
  actor: 'merchant/10000001',
  requestId: 'r',
  to: 'pay/a',
  command: { name: 'refund' },
}

describe('a message is listened to', () => {
  test.each([
    'merchant/10000001',
    'agent/10000002/10000001',
    'customer/10000001',
    'operator/anna',
    'provider/blik',
    'gateway',
    'settlement',
  ])('from %s', (actor) => {
    expect(doubtOf({ ...message, actor }, here)).toBeUndefined()
  })

  test('that names nobody, by an earlier workflow', () => {
    const { to: _, ...unnamed } = message
    expect(doubtOf(unnamed, { ...here, named: false })).toBeUndefined()
  })
})

describe('a message is doubted', () => {
  test.each(['x', 'operator', 'Operator/anna', 'provider/x', 'merchant/', 'operator/a b', ''])(
    'from "%s"',
    (actor) => {
      const doubt = doubtOf({ ...message, actor }, here)
      // Without any actor it cannot be read in the first place.
      expect(doubt).toBe(actor === '' ? undefined : 'its actor is nobody we know')
    },
  )

  test.each([
    ['another workflow', { ...message, to: 'pay/b' }, here],
    ['nobody', { ...message, to: undefined }, here],
    ['another, by an earlier workflow', { ...message, to: 'pay/b' }, { ...here, named: false }],
  ])('for %s', (_, sent, addressee) => {
    expect(doubtOf(sent, addressee)).toBe('it is for another workflow')
  })

  test('and kept under an id of its own, which masks no real one', () => {
    const refused = refusedMessage(message, 'why')
    expect(refused).toMatchObject({ type: 'unreadable', reason: 'why' })
    expect(refused.id).toMatch(/^cmd\/refused-/)
    expect(refusedMessage({ ...message, id: 'cmd/y' }, 'why').id).not.toBe(refused.id)
  })
})
