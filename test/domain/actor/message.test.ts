import { describe, expect, test } from 'vitest'
import { isActorName } from '../../../src/domain/actor/actor-name.ts'
import {
  commandIdOf,
  commandMessageId,
  readMessage,
  refusedMessage,
} from '../../../src/domain/actor/message.ts'

const message = {
  type: 'command',
  id: 'cmd/x',
  actor: 'merchant/10000001',
  requestId: 'r',
  command: { name: 'refund' },
}

test('a command is known by its own id inside the message that carries it', () => {
  expect(commandMessageId('abc')).toBe('cmd/abc')
  expect(commandIdOf(commandMessageId('abc'))).toBe('abc')
  expect(commandIdOf('msg/settle/b/7')).toBe('settle/b/7')
})

describe('a signal that can be read', () => {
  test.for([
    [{}],
    [{ id: 'msg/settle/now-2026-08-05T12:00:00.000Z/7' }],
    [{ notAfter: 1_000 }],
    [{ requestId: '' }],
  ])('is taken as it is: %j', ([changes]) => {
    const raw = { ...message, ...changes }
    expect(readMessage(raw)).toBe(raw)
  })
})

describe('a signal that cannot be read never stops the payment: it is kept with the reason', () => {
  test.for<[unknown, string]>([
    [undefined, 'not an object'],
    [null, 'not an object'],
    ['refund', 'not an object'],
    [{ ...message, type: 'result' }, 'type must be "command"'],
    [{ ...message, id: undefined }, 'id must start with cmd/ or msg/'],
    [{ ...message, id: ['cmd/x'] }, 'id must start with cmd/ or msg/'],
    [{ ...message, id: 'result/cmd/x' }, 'id must start with cmd/ or msg/'],
    [{ ...message, id: 'cmd/x y' }, 'id must start with cmd/ or msg/'],
    [{ ...message, id: `cmd/${'x'.repeat(201)}` }, 'id must start with cmd/ or msg/'],
    [{ ...message, actor: '' }, 'actor is missing'],
    [{ ...message, actor: ['gateway'] }, 'actor is missing'],
    [{ ...message, requestId: 7 }, 'requestId is missing'],
    [{ ...message, notAfter: '1000' }, 'notAfter must be a number'],
    [{ ...message, command: null }, 'command.name is missing'],
    [{ ...message, command: undefined }, 'command.name is missing'],
    [{ ...message, command: { name: 7 } }, 'command.name is missing'],
  ])('%j: %s', ([raw, reason]) => {
    expect(readMessage(raw)).toMatchObject({ type: 'unreadable', reason })
  })

  test('under an id that is the same for the same signal, today and when it is replayed', () => {
    expect(readMessage('refund').id).toBe('cmd/unreadable-6if385')
    expect(readMessage('refund').id).not.toBe(readMessage('refunD').id)
  })

  test('even where it cannot be written as JSON', () => {
    const endless: Record<string, unknown> = {}
    endless.itself = endless
    expect(readMessage(endless)).toMatchObject({ reason: 'type must be "command"' })
    expect(readMessage(endless).id).not.toBe(readMessage(undefined).id)
    expect(refusedMessage(endless, 'why').id).toBe(refusedMessage(endless, 'why').id)
  })
})

test('an actor is known by its name alone, not by something that prints like one', () => {
  expect(isActorName('gateway')).toBe(true)
  expect(isActorName(['gateway'])).toBe(false)
})
