import { beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../src/domain/actor/message.ts'
import { listen } from '../../workflows/listen.ts'
import { paymentSignals, tokenizationSignals } from '../../workflows/signals.ts'

type Handler = (raw: unknown) => unknown

/** What a worker tells the Temporal UI of a workflow: its handlers, in the order in which they were set. */
const set: { name: string; description: string | undefined; handler: Handler }[] = []
beforeEach(() => void set.splice(0))

vi.mock(import('@temporalio/workflow'), async (original) => ({
  ...(await original()),
  patched: () => true,
  proxyLocalActivities: () => ({}) as never,
  setHandler: (({ name }: { name: string }, handler: Handler, options?: { description: string }) =>
    void set.push({ name, handler, description: options?.description })) as never,
  setDefaultSignalHandler: ((handler: (name: string, raw: unknown) => unknown) =>
    void set.push({
      name: 'any other',
      description: undefined,
      handler: (raw) => handler('anything', raw),
    })) as never,
}))

const listening = (signals: Readonly<Record<string, string>>) => {
  const mailbox: Message[] = []
  const addressee = { workflowId: 'pay/one', named: true }
  listen({ mailbox, addressee, state: undefined, behaviour: { signals } })
  return mailbox
}

test.each([
  ['payment', paymentSignals],
  ['tokenization', tokenizationSignals],
])('every command of a %s is listed by its name, with what it is for', (_, signals) => {
  listening(signals)
  const listed = set.map(({ name, description }) => [name, description])
  expect(Object.fromEntries(listed)).toMatchObject(signals)
})

test('what has waited for a listener is heard in its order: names are set after the one for all', () => {
  listening(paymentSignals)
  const names = set.map(({ name }) => name)
  expect(names.slice(0, 2)).toEqual(['command', 'any other'])
})

test('under every name a message for another workflow is refused, and one for this is taken', () => {
  const mailbox = listening(paymentSignals)
  const message = (to: string) => ({
    type: 'command',
    id: 'cmd/x',
    actor: 'merchant/1',
    requestId: 'r',
    to,
    command: { name: 'refund' },
  })
  for (const { name, handler } of set.filter((one) => one.name !== 'state')) {
    handler(message('pay/another'))
    handler(message('pay/one'))
    expect(
      mailbox.splice(0).map(({ type }) => type),
      name,
    ).toEqual(['unreadable', 'command'])
  }
})
