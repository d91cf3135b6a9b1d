import { Client, Connection } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../support/cli.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { behind, shop, stack } from '../support/world.ts'

/** Somebody who reaches the Temporal server, as with its command line: without our keys. */
let stranger: Client
beforeAll(async () => {
  const connection = await Connection.connect({ address: stack.temporal })
  stranger = new Client({ connection, namespace: stack.namespace })
})
afterAll(() => stranger.connection.close())

const run = commandLine({ TOLLGATE_HOME: stack.home })

/** The journal's last line, once the message that was sent has come to it. */
const refusals = (paymentId: string, count: number) =>
  until(
    `${String(count)} refused`,
    async () => (await run('payment', 'events', paymentId)).text.match(/unreadable/g)?.length ?? 0,
    (found) => found === count,
  )

describe('a message in the clear', () => {
  test.each(['merchant/10000001', 'x', 'operator', 'Operator/anna', 'operator/anna'])(
    'as %s refunds nothing; it is recorded as refused, with an alarm',
    async (actor) => {
      const { paymentId } = await shop.completed()
      const command = { name: 'refund', amountMinor: 100 }
      const message = { type: 'command', id: `cmd/${randomUUID()}`, actor, requestId: 'r', command }
      await stranger.workflow.getHandle(`pay/${paymentId}`).signal('command', message)
      await refusals(paymentId, 1)
      expect(await behind.moved(paymentId, 'refund')).toEqual([])
      const { text } = await run('payment', 'events', paymentId)
      expect(text).toMatch(/unreadable .*invalid_request/)
    },
  )

  test('of any name pays no BLIK payment', async () => {
    const instrument = { type: 'BLIK_CODE', code: '100005' }
    const { paymentId } = await shop.create({ method: 'BLIK', instrument })
    const [order] = await until(
      'the order at BLIK',
      () => behind.log(paymentId),
      (rows) => rows.length > 0,
    )
    const command = { name: 'blikStatus', reference: order?.reference, outcome: { type: 'paid' } }
    const message = {
      type: 'command',
      id: 'msg/x',
      actor: 'provider/blik',
      requestId: 'r',
      command,
    }
    const handle = stranger.workflow.getHandle(`pay/${paymentId}`)
    await handle.signal('command', message)
    await handle.signal('anything', { ...message, id: 'msg/y' })
    await handle.signal('blikStatus', { ...message, id: 'msg/z' })
    await refusals(paymentId, 3)
    expect((await shop.status(paymentId)).status).toBe('PENDING')
  })

  test('starts no workflow', async () => {
    for (const [type, args] of [
      ['payment', [{ id: 'x', mailbox: [], notified: 0 }]],
      ['settlement', []],
      ['retention', []],
    ] as const) {
      const workflowId = `forged/${randomUUID()}`
      const started = await stranger.workflow.start(type, {
        workflowId,
        taskQueue: 'payments',
        args: [...args],
      })
      const { client, close } = await openTemporal(stack)
      const seen = client.workflow.getHandle(started.workflowId)
      await expect(seen.result()).rejects.toMatchObject({ cause: { type: 'NotSealed' } })
      await close()
    }
  })
})

describe('a sealed message', () => {
  test('of one payment does nothing to another', async () => {
    const [first, second] = [await shop.completed(), await shop.completed()]
    await shop.order(first.paymentId, 'refund', { amount: 10 })
    const { events } = await stranger.workflow.getHandle(`pay/${first.paymentId}`).fetchHistory()
    const sealed = events?.find((event) => event.workflowExecutionSignaledEventAttributes)
    const input = sealed?.workflowExecutionSignaledEventAttributes?.input
    expect(input?.payloads?.[0]?.metadata?.encoding).toBeDefined()
    await stranger.workflowService.signalWorkflowExecution({
      namespace: stack.namespace,
      workflowExecution: { workflowId: `pay/${second.paymentId}` },
      signalName: 'command',
      input: { payloads: input?.payloads as Payload[] },
      requestId: randomUUID(),
    })
    await refusals(second.paymentId, 1)
    expect(await behind.moved(second.paymentId, 'refund')).toEqual([])
    const { code } = await run('prove', second.paymentId)
    expect(code).toBe(0)
  })

  test('with the addressee of another is refused inside, too', async () => {
    const { client, close } = await openTemporal(stack)
    const { paymentId } = await shop.completed()
    const command = { name: 'refund', amountMinor: 100 }
    const actor = `merchant/${shop.merchantId}`
    const sent = { type: 'command', id: `cmd/${randomUUID()}`, actor, requestId: 'r', command }
    const handle = client.workflow.getHandle(`pay/${paymentId}`)
    await handle.signal('command', { ...sent, to: 'pay/another' })
    await handle.signal('command', { ...sent, id: `cmd/${randomUUID()}` })
    await refusals(paymentId, 2)
    expect(await behind.moved(paymentId, 'refund')).toEqual([])
    await close()
  })
})
