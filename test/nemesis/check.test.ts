import { expect, test } from 'vitest'
import { check, rules, violationsOf } from './check.ts'
import { ofAcknowledgements, ofAnswers, ofCreates, ofEffects } from './forgeries/of-commands.ts'
import { ofDisputes } from './forgeries/of-disputes.ts'
import { ofBalances, ofOrders, ofSums, sendBack } from './forgeries/of-money.ts'
import { ofMail, ofStatuses } from './forgeries/of-words.ts'
import { manyRuns } from './forgeries/many-runs.ts'
import { recorded, Scene } from './forgeries/scene.ts'
import { exercised } from './report.ts'

const forgeries = [
  ...[...ofCreates, ...ofAcknowledgements, ...ofEffects, ...ofAnswers],
  ...[...ofOrders, ...ofSums, ...ofBalances, ...ofStatuses, ...ofMail, ...ofDisputes],
]

test('what was recorded of a storm without a violation has none, and exercises every clause', () => {
  const verdicts = check(recorded())
  expect(violationsOf(verdicts)).toEqual([])
  const idle = verdicts.filter(({ judged }) => judged === 0)
  expect(idle.map(({ rule, clause }) => `${rule}: ${clause}`)).toEqual([])
})

test.for(forgeries)('$rule: $clause: $name', ({ rule, clause, forge }) => {
  const scene = new Scene(recorded())
  forge(scene)
  const found = violationsOf(check(scene.evidence))
  expect(found.map((one) => `${one.rule}: ${one.clause}`)).toContain(`${rule}: ${clause}`)
})

test('every clause has been seen to fail', () => {
  const clauses = Object.entries(rules).flatMap(([rule, clauses]) =>
    Object.keys(clauses).map((clause) => `${rule}: ${clause}`),
  )
  const forged = new Set(forgeries.map(({ rule, clause }) => `${rule}: ${clause}`))
  expect([...forged].sort()).toEqual(clauses.sort())
  expect(forgeries.length).toBeGreaterThanOrEqual(40)
})

test('a run says which clauses had nothing to judge', () => {
  const nothing = { commands: [], ends: [], books: [], disputed: [], notes: [], balances: [] }
  const [totals = '', ...idle] = exercised(check(nothing))
  expect(totals).toContain('0 of 13 exercised')
  expect(idle).toContain('    – never exercised: money adds up: nobody is charged twice')
  const [all] = exercised(check(recorded()))
  expect(all).toContain('13 of 13 exercised')
})

test('a violation comes with all that is known of its payment, in order of time', () => {
  const scene = new Scene(recorded())
  const { reference } = scene.row(scene.sale, 'authorize')
  scene.oneMore(scene.row(scene.sale, 'authorize'))
  const [violation] = violationsOf(check(scene.evidence)).filter(
    ({ clause }) => clause === 'nobody is charged twice',
  )
  const history = violation?.history.join('\n') ?? ''
  for (const part of ['→ create', '← refund: 200', `${reference}b`, 'told: 2', 'in the end'])
    expect(history).toContain(part)
})

test('money that came too late and went back whole is no charge and no refund', () => {
  const scene = new Scene(recorded())
  const { cancelled } = scene
  scene.forget(scene.row(cancelled, 'reverse'))
  sendBack(scene, cancelled)
  const found = violationsOf(check(scene.evidence)).filter(({ rule }) => rule === 'money adds up')
  expect(found).toEqual([])
})

test('a payment that waits for its payer says so, and is not stuck', () => {
  const evidence = recorded()
  const { sale } = new Scene(evidence)
  Object.assign(sale, { status: 'NEW', dataRequest: 'INSTRUMENT' })
  const stuck = violationsOf(check(evidence)).filter(({ rule }) => rule === 'nothing is stuck')
  expect(stuck).toEqual([])
})

test('ten times as long a storm takes about ten times as long to judge, with violations and without', () => {
  const judge = (times: number, isBroken: boolean) => {
    const evidence = manyRuns(recorded(), times)
    if (isBroken) evidence.notes.forEach((note) => (note.isGenuine = false))
    // Of the processor: others may use the machine meanwhile.
    const begun = process.cpuUsage()
    const found = violationsOf(check(evidence)).length
    return { found, cpu: process.cpuUsage(begun).user }
  }
  // The first also compiles.
  expect(judge(10, false).found).toBe(0)
  for (const isBroken of [false, true]) {
    const [short, long] = [judge(10, isBroken), judge(100, isBroken)]
    expect(long.found).toBe(10 * short.found)
    // Each looking at all the others would make it a hundred.
    expect(long.cpu).toBeLessThan(40 * short.cpu)
  }
})
