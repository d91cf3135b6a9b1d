import { expect, test } from 'vitest'
import { createAdmission } from '../../src/gateway/admission.ts'
import type { Arrival } from '../../src/gateway/places.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('only so many are under way; the next comes when one leaves, and leaving twice is leaving once', async () => {
  const admission = createAdmission({ underWay: 2, waiting: 5 })
  const first = await admission.enter('a')
  await admission.enter('a')
  let third = false
  void admission.enter('a').then(() => (third = true))
  await tick()
  expect([third, admission.figures()]).toEqual([false, { underWay: 2, waiting: 1, turnedAway: 0 }])
  first?.()
  first?.()
  await tick()
  expect([third, admission.figures()]).toEqual([true, { underWay: 2, waiting: 0, turnedAway: 0 }])
})

test('who finds no place is turned away at once', async () => {
  const admission = createAdmission({ underWay: 1, waiting: 1 })
  await admission.enter('a')
  void admission.enter('a')
  expect(await admission.enter('a')).toBeUndefined()
  expect(admission.figures()).toEqual({ underWay: 1, waiting: 1, turnedAway: 1 })
})

test('a merchant that sends much does not keep another out: turns go round', async () => {
  const admission = createAdmission({ underWay: 1, waiting: 6 })
  const order: string[] = []
  const come = async (merchantId: string) => {
    const leave = await admission.enter(merchantId)
    order.push(leave ? merchantId : `${merchantId} turned away`)
    await tick()
    leave?.()
  }
  const all = ['big', 'big', 'big', 'big', 'small', 'small'].map(come)
  await Promise.all(all)
  expect(order).toEqual(['big', 'big', 'small', 'big', 'small', 'big'])
})

test('when all places are taken, the longest line gives one to a merchant with fewer', async () => {
  const admission = createAdmission({ underWay: 1, waiting: 3 })
  const leave = await admission.enter('big')
  const lines = [1, 2, 3].map(() => admission.enter('big'))
  const small = admission.enter('small')
  expect(await lines[2]).toBeUndefined()
  leave?.()
  ;(await lines[0])?.()
  expect(await small).toBeTypeOf('function')
  expect(admission.figures()).toMatchObject({ waiting: 1, turnedAway: 1 })
})

const a = { merchantId: 'a' }

test('as many requests are let in as there are turns, and each that is let in finds one', async () => {
  const admission = createAdmission({ underWay: 1, waiting: 2 })
  const places = [1, 2, 3].map(() => admission.arrive(a))
  expect(places.every(Boolean)).toBe(true)
  expect(admission.arrive(a)).toBeUndefined()
  expect(admission.figures().turnedAway).toBe(1)
  const turns = places.map(() => admission.enter('a'))
  for (const turn of turns) (await turn)!()
  expect(admission.figures()).toMatchObject({ underWay: 0, waiting: 0, turnedAway: 1 })
})

test('a place that is given back twice is one place', () => {
  const admission = createAdmission({ underWay: 1, waiting: 0 })
  const leave = admission.arrive(a)!
  leave()
  leave()
  expect(admission.arrive(a)).toBeDefined()
  expect(admission.arrive(a)).toBeUndefined()
})

test('one crowd does not keep another out, and all together are bounded', () => {
  const admission = createAdmission({ underWay: 5, waiting: 5 })
  const comes = (arrival: Arrival, times: number) =>
    Array.from({ length: times }, () => admission.arrive(arrival)).filter(Boolean).length
  expect(comes(a, 100)).toBe(10)
  expect(comes({ merchantId: 'b' }, 100)).toBe(9)
  expect(comes({ merchantId: 'c' }, 100)).toBe(1)
  expect(comes({ merchantId: 'd' }, 100)).toBe(0)
})

test('strangers, whatever they call themselves, take no place of a merchant', () => {
  const admission = createAdmission({ underWay: 2, waiting: 2 })
  const strangers = Array.from({ length: 1_000 }, (_, index) =>
    admission.arrive({ network: `203.0.113.${String(index % 250)}` }),
  )
  expect(strangers.filter(Boolean)).toHaveLength(4)
  expect([1, 2, 3, 4, 5].map(() => admission.arrive(a) !== undefined)).toEqual([
    ...[true, true, true, true],
    false,
  ])
})

test('a stranger from another address finds a place beside the crowd of one', () => {
  const admission = createAdmission({ underWay: 4, waiting: 4 })
  const crowd = Array.from({ length: 100 }, () => admission.arrive({ network: '203.0.113.9' }))
  expect(crowd.filter(Boolean)).toHaveLength(8)
  expect(admission.arrive({ network: '198.51.100.7' })).toBeDefined()
})

test('where a turn takes long, no more are let in than come to theirs in two seconds; a quick machine opens again', async () => {
  const clock = { now: 0 }
  const admission = createAdmission({ underWay: 2, waiting: 8 }, () => clock.now)
  const turn = async (ms: number) => {
    const leave = await admission.enter('a')
    clock.now += ms
    leave?.()
  }
  const letIn = () => {
    const all = Array.from({ length: 20 }, () => admission.arrive(a)).flatMap(
      (leave) => leave ?? [],
    )
    for (const leave of all) leave()
    return all.length
  }
  expect(letIn()).toBe(10)
  for (let at = 0; at < 60; at += 1) await turn(4_000)
  expect(letIn()).toBe(1)
  for (let at = 0; at < 60; at += 1) await turn(100)
  expect(letIn()).toBe(10)
})

test('where turns take long a quarter of them go at once, and all again when they are quick', async () => {
  const clock = { now: 0 }
  const admission = createAdmission({ underWay: 8, waiting: 8 }, () => clock.now)
  const together = async (ms: number) => {
    const turns = Array.from({ length: 16 }, () => admission.enter('a'))
    await tick()
    const { underWay } = admission.figures()
    for (const turn of turns) {
      const leave = await turn
      clock.now += ms / 8
      leave?.()
    }
    return underWay
  }
  expect(await together(100)).toBe(8)
  for (let at = 0; at < 10; at += 1) await together(30_000)
  expect(await together(30_000)).toBe(2)
  for (let at = 0; at < 10; at += 1) await together(100)
  expect(await together(100)).toBe(8)
})

test('a single slow turn keeps nobody out', async () => {
  const clock = { now: 0 }
  const admission = createAdmission({ underWay: 8, waiting: 0 }, () => clock.now)
  const slow = await admission.enter('a')
  clock.now += 20_000
  slow?.()
  const turns = await Promise.all(Array.from({ length: 7 }, () => admission.enter('a')))
  expect(turns.filter(Boolean)).toHaveLength(7)
})
