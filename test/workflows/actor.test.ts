import { expect, test } from 'vitest'
import { DAY, START } from '../domain/payment/support.ts'
import { Engine } from './engine.ts'

const cancel = { name: 'cancel', by: 'merchant' } as const
const types = (engine: Engine) => engine.journal.map(({ events }) => events.map(({ type }) => type))

test('each message is decided, committed and only then acted upon', async () => {
  const engine = await Engine.start()
  expect(types(engine)).toEqual([['created', 'authenticationStarted']])
  expect(engine.waiting).toEqual(['authenticate'])
  await engine.answer({ type: 'notEnrolled' })
  expect(engine.waiting).toEqual(['authorize'])
  await engine.answer({ type: 'approved', authCode: 'A1' })
  expect(engine.waiting).toEqual([])
  expect(await engine.state()).toMatchObject({ phase: 'paid', version: 3 })
})

test('what our own lost task committed is adopted, and its call is made once', async () => {
  const engine = await Engine.completed()
  engine.answers.push((offer) => {
    engine.record(offer)
    return { status: 'standing', entries: engine.journal.slice(-1) }
  })
  await engine.send(cancel)
  expect(engine.offers).toHaveLength(4)
  expect(engine.waiting).toEqual(['reverse'])
  expect(await engine.state()).toMatchObject({ version: 4 })
})

test('a line of somebody else is adopted, and the message is decided again after it', async () => {
  const engine = await Engine.completed()
  engine.answers.push(({ before }) => {
    const version = before!.version + 1
    engine.journal.push({ version, messageId: 'cmd/another', at: START, events: [] })
    return { status: 'standing', entries: engine.journal.slice(-1) }
  })
  const { id } = await engine.send(cancel)
  expect(
    engine.offers.slice(-2).map(({ message, before }) => [message.id, before?.version]),
  ).toEqual([
    [id, 3],
    [id, 4],
  ])
  expect(engine.journal.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
  expect(engine.waiting).toEqual(['reverse'])
})

test('a message that comes twice is taken once, in this run', async () => {
  const engine = await Engine.completed()
  const { id } = await engine.send(cancel)
  await engine.send(cancel, id)
  expect(engine.offers.filter(({ message }) => message.id === id)).toHaveLength(1)
  expect(engine.waiting).toEqual(['reverse'])
})

test('and one that an earlier run has taken changes nothing', async () => {
  const engine = await Engine.completed()
  engine.answers.push(() => ({ status: 'duplicate' }))
  const { id } = await engine.send(cancel)
  await engine.send(cancel, id)
  expect(engine.offers.filter(({ message }) => message.id === id)).toHaveLength(1)
  expect(engine.waiting).toEqual([])
  expect(await engine.state()).toMatchObject({ phase: 'paid', version: 3 })
})

test('what only the database knows is a reason to decide otherwise', async () => {
  const engine = await Engine.completed()
  engine.answers.push(() => ({ status: 'wall', wall: 'batchClosed' }))
  await engine.send(cancel)
  const [wished, done] = engine.offers.slice(-2)
  expect(wished!.decision.outcome.accepted).toBe(true)
  expect(done!.decision).toMatchObject({ events: [], outcome: { accepted: false } })
  expect(engine.waiting).toEqual([])
})

test('what it knows must be heeded: said twice, it fails the task, never the payment', async () => {
  const engine = await Engine.completed()
  const short = () => ({ status: 'wall', wall: 'orderPaid' }) as const
  engine.answers.push(short, short)
  await engine.send(cancel)
  expect(engine.failure).toContain('the database says orderPaid again')
  expect(engine.offers).toHaveLength(5)
  expect(engine.last('failWorkflowExecution')).toBeUndefined()
})

test('two things that it knows are heeded one after the other', async () => {
  const engine = await Engine.completed()
  engine.answers.push(
    () => ({ status: 'wall', wall: 'orderPaid' }),
    () => ({ status: 'wall', wall: 'tooLate' }),
  )
  await engine.send(cancel)
  expect(engine.failure).toBeUndefined()
  expect(engine.offers.at(-1)?.decision).toMatchObject({
    outcome: { accepted: false, code: 'command_expired' },
  })
})

test('what the database refuses holds the payment until an operator resumes it', async () => {
  const engine = await Engine.completed()
  engine.answers.push(() => ({ status: 'held', reason: 'a constraint' }))
  const { id } = await engine.send(cancel)
  expect(engine.held).toEqual(['a constraint'])
  const refund = await engine.send({ name: 'refund', amountMinor: 100 })
  expect(engine.offers.at(-1)?.message.id).toBe(id)
  await engine.send({ name: 'resume', reason: 'it was mended' })
  expect(engine.offers.slice(-2).map(({ message }) => message.id)).toEqual([id, refund.id])
  expect(engine.waiting).toEqual(['reverse'])
})

test('a commit that was cut off fails the task, never the payment', async () => {
  const engine = await Engine.completed()
  engine.answers.push(() => new Error('the connection is gone'))
  await engine.send(cancel)
  expect(engine.failure).toContain('the connection is gone')
  expect(engine.last('failWorkflowExecution')).toBeUndefined()
})

test('a call that fails altogether is an unknown outcome, which is inquired about', async () => {
  const engine = await Engine.start()
  await engine.answer({ type: 'notEnrolled' })
  await engine.answer(new Error('it did not come back') as never)
  expect(engine.waiting).toEqual(['inquire'])
})

test.for([
  ['nonsense', [{ nonsense: true }]],
  ['a signal without any argument', []],
] as const)(
  'what cannot be read is a line of its own, and the payment goes on: %s',
  async ([, given]) => {
    const engine = await Engine.completed()
    await engine.signal(...given)
    expect(engine.offers.at(-1)).toMatchObject({ message: { type: 'unreadable' } })
    await engine.send(cancel)
    expect(engine.waiting).toEqual(['reverse'])
  },
)

test('a long history goes on in a new one when nothing is under way, with all it knows', async () => {
  const engine = await Engine.start()
  engine.isLong = true
  await engine.answer({ type: 'notEnrolled' })
  expect(engine.last('continueAsNewWorkflowExecution')).toBeUndefined()
  await engine.answer({ type: 'approved', authCode: 'A1' })
  await engine.signal({ nonsense: true })
  const again = engine.startOf(engine.last('continueAsNewWorkflowExecution'))
  expect(again).toMatchObject({ state: { phase: 'paid', version: 4 }, mailbox: [], notified: 2 })

  const next = await Engine.start(again, engine.journal)
  expect(next.waiting).toEqual([])
  await next.send(cancel)
  expect(next.waiting).toEqual(['reverse'])
  expect(next.journal.at(-1)?.version).toBe(5)
})

test('cancelling the workflow stops nothing: money is out', async () => {
  const engine = await Engine.start()
  await engine.answer({ type: 'notEnrolled' })
  await engine.cancel()
  expect(engine.waiting).toEqual(['authorize'])
  await engine.answer({ type: 'approved', authCode: 'A1' })
  expect(await engine.state()).toMatchObject({ phase: 'paid' })
  expect(engine.last('cancelWorkflowExecution')).toBeUndefined()
})

test('one timer runs at a time, for the earliest deadline, and what falls due is a message', async () => {
  const engine = await Engine.start()
  expect([...engine.timers.values()]).toEqual([START + 1800_000])
  await engine.answer({ type: 'notEnrolled' })
  await engine.ring()
  expect(engine.offers.at(-1)).toMatchObject({
    message: { type: 'due', name: 'expiry', at: START + 1800_000 },
    at: START + 1800_000,
  })
})

test('a line has the time that its commit has seen, however late the task runs again', async () => {
  const engine = await Engine.start({}, [], () => ({ status: 'committed', now: START - 60_000 }))
  expect(engine.offers).toMatchObject([{ now: START }])
  expect(await engine.state()).toMatchObject({ createdAt: START - 60_000 })
})

test('a moved clock goes from deadline to deadline without waiting, to the end', async () => {
  const engine = await Engine.completed()
  await engine.send({ name: 'advance', seconds: (100 * DAY) / 1000 })
  expect(engine.now).toBe(START)
  const due = engine.offers.flatMap(({ message }) => (message.type === 'due' ? [message.name] : []))
  expect(due).toEqual(['refundWindowEnd', 'advanceEnd'])
  expect(engine.last('completeWorkflowExecution')).toBeDefined()
  expect([...engine.timers]).toEqual([])
})

test('inside a task one thing is done at a time: what comes during a call waits for its end', async () => {
  const engine = await Engine.start({ revision: 2 })
  await engine.answer({ type: 'notEnrolled' })
  expect(engine.waiting).toEqual(['quickCall'])
  const [offers, timers] = [engine.offers.length, [...engine.timers]]
  const { id } = await engine.send(cancel)
  expect([engine.offers.length, [...engine.timers]]).toEqual([offers, timers])
  await engine.answer({ type: 'approved', authCode: 'A1' })
  expect(engine.offers.slice(offers).map(({ message }) => message.id)).toEqual([
    id,
    expect.stringMatching(/^result\//),
  ])
  expect(engine.waiting).toEqual(['reverse'])
})

test('a provider that is slow is waited for in an activity, and other messages are taken meanwhile', async () => {
  const engine = await Engine.start({ revision: 2 })
  await engine.answer({ type: 'notEnrolled' })
  await engine.answer({ type: 'slow', queue: 'api-1' } as never)
  expect(engine.waiting).toEqual(['authorize'])
  const { id } = await engine.send(cancel)
  expect(engine.offers.at(-1)?.message.id).toBe(id)
  await engine.answer({ type: 'approved', authCode: 'A1' })
  expect(engine.waiting).toEqual(['reverse'])
})
