import { expect, test } from 'vitest'
import { createAdmission } from '../../src/gateway/admission.ts'

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
  expect(admission.turnsAway('a')).toBe(true)
  expect(await admission.enter('a')).toBeUndefined()
  expect(admission.figures()).toEqual({ underWay: 1, waiting: 1, turnedAway: 2 })
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
  expect(admission.turnsAway('small')).toBe(false)
  const small = admission.enter('small')
  expect(await lines[2]).toBeUndefined()
  leave?.()
  ;(await lines[0])?.()
  expect(await small).toBeTypeOf('function')
  expect(admission.figures()).toMatchObject({ waiting: 1, turnedAway: 1 })
})
