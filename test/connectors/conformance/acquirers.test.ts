import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acquirers, connectors } from '../../../src/connectors/registry.ts'
import { deadUrl } from '../peer.ts'
import { startSandbox, until } from '../../sandbox/start-sandbox.ts'
import type { RunningSandbox } from '../../sandbox/start-sandbox.ts'
import { acquirerPeers } from './peers.ts'
import type { Signed } from './peers.ts'
import { createWorld } from './world.ts'
import type { World } from './world.ts'

test('every connector has a name of its own in its kind, and every acquirer a simulator', () => {
  const names = connectors.map(({ kind, name }) => `${kind} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(acquirerPeers).sort()).toEqual(acquirers.map(({ name }) => name).sort())
})

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  for (const { listen } of Object.values(acquirerPeers)) await listen?.(sandbox)
})
afterAll(() => sandbox.stop())

describe.each(acquirers)('acquirer $name', (definition) => {
  const peer = acquirerPeers[definition.name]!
  let world: World
  beforeAll(() => {
    world = createWorld(definition, peer, sandbox)
  })

  describe('an account', () => {
    test('that is right is taken by the provider', async () => {
      expect(await definition.probe(peer.account(sandbox.url))).toBe('ready')
    })

    test('with a key of somebody else is refused, and a provider that is away is silent', async () => {
      const account = peer.account(sandbox.url)
      const wrong = { ...account, credential: peer.wrongCredential }
      expect(await definition.probe(wrong)).toBe('refused')
      expect(await definition.probe(peer.account(await deadUrl()))).toBe('silent')
    })

    test('that lacks a member, or has one that nobody knows, is told by name and not by value', () => {
      const account = peer.account(sandbox.url)
      const { settings } = account
      expect(() => definition.open({ settings, credential: {} })).toThrow(/wrong credential/)
      const stray = { settings: { ...(settings as object), stray: 'secret-7' } }
      expect(() => definition.open({ ...account, ...stray })).toThrow(/stray/)
      expect(() => definition.open({ ...account, ...stray })).not.toThrow(/secret-7/)
    })
  })

  describe('an authorisation', () => {
    test('is approved once, with the names that later operations need', async () => {
      const { reference, outcome } = await world.sale()
      expect(outcome).toMatchObject({ type: 'approved', acquirerRef: expect.any(String) })
      expect(await world.moved(reference)).toEqual(['authorize'])
    })

    test.each(peer.cards.declined)('of %s is declined as %s', async (number, rejectCode) => {
      const { request, reference, outcome } = await world.sale({ number })
      expect(outcome).toMatchObject({ type: 'declined', rejectCode, detail: expect.any(String) })
      expect(await world.moved(reference)).toEqual([])
      expect(await world.findOut(request)).toMatchObject({
        type: 'found',
        outcome: { type: 'declined', rejectCode },
      })
    })

    test('without the cardholder is declined softly', async () => {
      const number = peer.cards.softDeclined
      const { reference, outcome } = await world.sale({ number })
      expect(outcome).toMatchObject({ type: 'softDeclined' })
      expect(await world.moved(reference)).toEqual([])
    })

    test('sent twice, one after the other or at once, is one charge', async () => {
      const request = world.saleOf()
      const first = await world.acquirer.authorize(request)
      expect(await world.acquirer.authorize(request)).toEqual(first)
      expect(await world.moved(request.reference)).toEqual(['authorize'])

      const race = world.saleOf()
      await Promise.all([world.acquirer.authorize(race), world.acquirer.authorize(race)])
      expect(await world.moved(race.reference)).toEqual(['authorize'])
      expect(await world.findOut(race)).toMatchObject({ type: 'found' })
    })

    test('declined once stays declined under its reference', async () => {
      const request = world.saleOf({ number: peer.cards.declined[0]![0] })
      const first = await world.acquirer.authorize(request)
      expect(await world.acquirer.authorize(request)).toEqual(first)
    })

    test('that nobody listens to was not sent', async () => {
      const away = definition.open(peer.account(await deadUrl()))
      expect(await away.authorize(world.saleOf())).toEqual({ type: 'notSent' })
    })

    test('with a key of somebody else is a definite no', async () => {
      const account = { ...peer.account(sandbox.url), credential: peer.wrongCredential }
      const request = world.saleOf()
      const outcome = await definition.open(account).authorize(request)
      expect(outcome).toMatchObject({ type: 'declined' })
      expect(await world.moved(request.reference)).toEqual([])
    })
  })

  describe('an outcome that nobody knows', () => {
    test.each(['cut', 'garbage', 'empty', 'huge'])(
      'the answer is lost (%s): asking finds the charge, and it is one',
      async (action) => {
        const { request, reference, outcome } = await world.spoiledSale({ action, when: 'after' })
        expect(outcome).toEqual({ type: 'unknown', because: 'noAnswer' })
        expect(await world.findOut(request)).toMatchObject({
          type: 'found',
          outcome: { type: 'approved', acquirerRef: expect.any(String) },
        })
        expect(await world.moved(reference)).toEqual(['authorize'])
      },
    )

    test('the answer is late: asking finds the charge', async () => {
      const late = { action: 'slow', when: 'after', delayMs: world.timeoutMs * 2 }
      const { request, outcome } = await world.spoiledSale(late)
      expect(outcome).toEqual({ type: 'unknown', because: 'noAnswer' })
      expect(await world.findOut(request)).toMatchObject({ outcome: { type: 'approved' } })
    })

    test('the request is lost: nothing is found, it is closed, and a late copy is refused', async () => {
      const { request, reference, outcome } = await world.spoiledSale({ action: 'cut' })
      expect(outcome).toEqual({ type: 'unknown', because: 'noAnswer' })
      expect(await world.inquire(reference)).toMatchObject({ type: 'notFound' })
      expect(await world.close(reference)).toMatchObject({ type: 'approved' })
      expect(await world.acquirer.authorize(request)).toMatchObject({ type: 'declined' })
      expect(await world.moved(reference)).toEqual([])
    })

    test('the request arrives after it was closed: it charges nobody', async () => {
      const request = world.saleOf()
      const delayMs = world.timeoutMs * 2
      await world.spoil(request.reference, { action: 'slow', when: 'before', delayMs })
      const sent = world.acquirer.authorize(request)
      await world.noticed(request.reference)
      expect(await world.close(request.reference)).toMatchObject({ type: 'approved' })
      expect(await sent).toEqual({ type: 'unknown', because: 'noAnswer' })
      await world.processedLate(request.reference, delayMs)
      expect(await world.stands(request.reference)).toBe(false)
    })

    test('the provider fails: the same reference may go again, and is one charge', async () => {
      const { request, reference, outcome } = await world.spoiledSale({ action: 'http500' })
      expect(outcome).toEqual({ type: 'unknown', because: 'serverError' })
      expect(await world.inquire(reference)).toMatchObject({ type: 'notFound' })
      expect(await world.acquirer.authorize(request)).toMatchObject({ type: 'approved' })
      expect(await world.moved(reference)).toEqual(['authorize'])
    })

    test('the charge was made and is closed unseen: it is undone, once', async () => {
      const { reference } = await world.spoiledSale({ action: 'cut', when: 'after' })
      expect(await world.close(reference)).toMatchObject({ type: 'approved' })
      expect(await world.close(reference)).toMatchObject({ type: 'approved' })
      expect(await world.stands(reference)).toBe(false)
    })

    test('an inquiry that is not answered learns nothing', async () => {
      // Where the repeated request is the question, that is told above.
      if (definition.capabilities.inquiry.by === 'repeat') return
      const { reference } = await world.sale()
      await world.spoil(reference, {
        operation: 'inquire',
        action: 'http500',
        referencePrefix: null,
      })
      expect(await world.inquire(reference)).toEqual({ type: 'unknown' })
    })
  })

  describe('after the authorisation', () => {
    test('where the acquirer says until when it holds money, that is in time to be captured', async () => {
      const { outcome } = await world.hold()
      const { heldUntil = Infinity } = outcome as { heldUntil?: number }
      expect(heldUntil).toBeGreaterThan(Date.now() + 86_400_000)
      if (definition.name === 'stripe') expect(heldUntil).toBeLessThan(Date.now() + 8 * 86_400_000)
    })

    test('a hold is captured once, in part, and the rest is released', async () => {
      const hold = await world.hold()
      const capture = world.followUp(hold, 4_000)
      const first = await world.acquirer.capture(capture)
      expect(first).toMatchObject({ type: 'approved' })
      expect(await world.acquirer.capture(capture)).toEqual(first)
      expect(await world.moved(capture.reference)).toEqual(['capture'])
      const rest = { ...world.followUp(hold, 5_999), reason: 'REMAINDER' } as const
      expect(await world.acquirer.reverse(rest)).toMatchObject({ type: 'approved' })
      const again = await world.refused(world.followUp(hold, 1_000), 'capture')
      expect(again).toMatchObject({ type: 'declined' })
    })

    test('more than was held is not captured', async () => {
      const hold = await world.hold()
      const outcome = await world.refused(world.followUp(hold, 10_000_00), 'capture')
      expect(outcome).toMatchObject({ type: 'declined' })
    })

    test('a hold that is released can not be captured', async () => {
      const hold = await world.hold()
      const cancel = { ...world.followUp(hold, 9_999), reason: 'CANCEL' } as const
      expect(await world.acquirer.reverse(cancel)).toMatchObject({ type: 'approved' })
      expect(await world.acquirer.reverse(cancel)).toMatchObject({ type: 'approved' })
      const capture = await world.refused(world.followUp(hold, 9_999), 'capture')
      expect(capture).toMatchObject({ type: 'declined' })
    })

    test('a sale is refunded in parts, never beyond what was paid', async () => {
      const sale = await world.sale()
      const refund = world.followUp(sale, 6_000)
      const first = await world.acquirer.refund(refund)
      expect(first).toMatchObject({ type: 'approved' })
      expect(await world.acquirer.refund(refund)).toEqual(first)
      expect(await world.moved(refund.reference)).toEqual(['refund'])
      const tooMuch = await world.refused(world.followUp(sale, 6_000), 'refund')
      expect(tooMuch).toMatchObject({ type: 'declined' })
    })

    test.each(['capture', 'refund'] as const)(
      'a %s whose answer is lost is found by asking',
      async (operation) => {
        const charge = operation === 'capture' ? await world.hold() : await world.sale()
        const request = world.followUp(charge, 4_000)
        await world.spoil(request.reference, { operation, action: 'cut', when: 'after' })
        const outcome = await world.acquirer[operation](request)
        expect(outcome).toEqual({ type: 'unknown', because: 'noAnswer' })
        const found = await world.findOutAbout(request, operation)
        expect(found).toMatchObject({ type: 'found', outcome: { type: 'approved' } })
        expect(await world.moved(request.reference)).toEqual([operation])
      },
    )

    test.each(['capture', 'refund'] as const)(
      'a %s that was lost on its way is not found, is closed, and never happens',
      async (operation) => {
        const charge = operation === 'capture' ? await world.hold() : await world.sale()
        const request = world.followUp(charge, 4_000)
        await world.spoil(request.reference, { operation, action: 'cut' })
        expect(await world.acquirer[operation](request)).toMatchObject({ type: 'unknown' })
        expect(await world.inquireAbout(request, operation)).toMatchObject({ type: 'notFound' })
        expect(await world.closeFollowUp(request, operation)).toMatchObject({ type: 'approved' })
        expect(await world.acquirer[operation](request)).toMatchObject({ type: 'declined' })
        expect(await world.moved(request.reference)).toEqual([])
      },
    )

    test('a hold is raised where the acquirer can do so, and captured to the new sum', async () => {
      const hold = await world.hold()
      const outcome = await world.acquirer.adjust(world.followUp(hold, 12_000))
      const can = definition.capabilities.adjustment !== 'none'
      expect(outcome).toMatchObject({ type: can ? 'approved' : 'declined' })
      const raised = world.followUp(hold, 12_000)
      const capture = can
        ? await world.acquirer.capture(raised)
        : await world.refused(raised, 'capture')
      expect(capture).toMatchObject({ type: can ? 'approved' : 'declined' })
    })
  })
})

const speaking = acquirers.filter(({ webhook }) => webhook !== undefined)

describe.each(speaking)('a message of acquirer $name', (definition) => {
  const { webhook } = definition
  const peer = acquirerPeers[definition.name]!
  const hook = peer.webhook!
  let world: World
  beforeAll(() => {
    world = createWorld(definition, peer, sandbox)
  })
  const read = (text: string, signature: string | undefined, now = Date.now()) =>
    webhook!.read({ rawBody: Buffer.from(text), signature }, [hook.key], now)
  const caughtOf = (reference: string) =>
    until(() => sandbox.gateway.caught.find(({ text }) => text.includes(`"${reference}"`)))

  test('may come before the answer, and says what the answer will say', async () => {
    const request = world.saleOf()
    const delayMs = world.timeoutMs / 3
    await world.spoil(request.reference, { action: 'slow', when: 'after', delayMs })
    const answer = world.acquirer.authorize(request)
    const caught = await caughtOf(request.reference)
    const news = read(caught.text, hook.signatureOf(caught))
    const { reference } = request
    expect(news).toMatchObject({ type: 'outcome', reference, outcome: { type: 'approved' } })
    const { card: _, ...outcome } = await answer
    const said = Object.entries(outcome).filter(([name]) => !hook.leavesOut.includes(name))
    expect(news).toMatchObject({ outcome: Object.fromEntries(said) })
  })

  test('tells of a charge whose answer was lost, and of a decline', async () => {
    const lost = await world.spoiledSale({ action: 'cut', when: 'after' })
    const caught = await caughtOf(lost.reference)
    const news = read(caught.text, hook.signatureOf(caught))
    expect(news).toMatchObject({ reference: lost.reference, outcome: { type: 'approved' } })
    const [number, rejectCode] = peer.cards.declined[0]!
    const declined = await world.sale({ number })
    const told = await caughtOf(declined.reference)
    expect(read(told.text, hook.signatureOf(told))).toMatchObject({ outcome: { rejectCode } })
  })

  test('that comes twice is the same event', async () => {
    const caught = await caughtOf((await world.sale()).reference)
    const first = read(caught.text, hook.signatureOf(caught))
    expect(first).toMatchObject({ eventId: expect.any(String) })
    expect(read(caught.text, hook.signatureOf(caught))).toEqual(first)
  })

  test('that is forged, altered, unsigned or old is not believed', async () => {
    const { text } = await caughtOf((await world.sale()).reference)
    const now = Date.now()
    const signed = hook.sign(text, hook.key, now)
    const readAs = (message: Signed) => read(message.text, message.signature)
    const forged = { type: 'forged' }
    expect(readAs(signed)).toMatchObject({ type: 'outcome' })
    expect(readAs(hook.sign(text, hook.otherKey, now))).toEqual(forged)
    expect(readAs(hook.alter(signed))).toEqual(forged)
    expect(readAs(hook.strip(signed))).toEqual(forged)
    expect(read('[]', '')).toEqual(forged)
    if (hook.isDated) expect(readAs(hook.sign(text, hook.key, now - 3_600_000))).toEqual(forged)
  })

  test('is believed under the key before as well, while keys change', async () => {
    const { text } = await caughtOf((await world.sale()).reference)
    const before = hook.sign(text, hook.otherKey, Date.now())
    const message = { rawBody: Buffer.from(before.text), signature: before.signature }
    const news = webhook!.read(message, [hook.key, hook.otherKey], Date.now())
    expect(news).toMatchObject({ type: 'outcome' })
  })
})
