import { afterAll, beforeAll, expect, test } from 'vitest'
import { move } from '../../domain/dispute/support.ts'
import { startDisputeApp } from '../../http/support/dispute-app.ts'
import type { DisputeApp } from '../../http/support/dispute-app.ts'
import { commandLine } from '../../support/cli.ts'

const DAY_MS = 86_400_000
let app: DisputeApp
let tollgate: ReturnType<typeof commandLine>
beforeAll(async () => {
  app = await startDisputeApp()
  tollgate = commandLine({ DATABASE_URL: app.databaseUrl, KEYS_FILE: 'none' })
})
afterAll(() => app.close())

test('disputes list has what is due first, and finds by payment, state and deadline', async () => {
  const late = await app.dispute({ word: app.word({ dueBy: Date.now() + 9 * DAY_MS }), moves: [] })
  const soon = await app.dispute({ word: app.word({ dueBy: Date.now() + 2 * DAY_MS }), moves: [] })
  const idsOf = async (...args: string[]) =>
    (
      JSON.parse((await tollgate('disputes', 'list', '--json', ...args)).text) as { id: string }[]
    ).map(({ id }) => id)
  expect(await idsOf()).toEqual([soon.disputeId, late.disputeId])
  expect(await idsOf('--due-in', '3')).toEqual([soon.disputeId])
  expect(await idsOf('--payment', late.paymentId)).toEqual([late.disputeId])
  expect(await idsOf('--status', 'WON')).toEqual([])
  expect((await tollgate('disputes', 'list')).text).toMatch(/NEEDS_RESPONSE +FRAUD +PLN 99\.99/)
})

test('disputes show has each move of the money and what happened; an unknown one is a failure', async () => {
  const { disputeId, paymentId } = await app.dispute({
    word: app.word(),
    moves: [move('DSP-1', 'WITHDRAWN', 9_999)],
  })
  const { code, text } = await tollgate('disputes', 'show', disputeId)
  expect(code).toBe(0)
  expect(text).toContain(`dispute     ${disputeId}, version 1`)
  expect(text).toContain(`payment     ${paymentId}`)
  expect(text).toMatch(/DSP-1 +WITHDRAWN +PLN 99\.99/)
  expect(text).toMatch(/1 .* report +gateway +opened/)
  const unknown = await tollgate('disputes', 'show', 'nobody')
  expect([unknown.code, unknown.problem]).toEqual([1, expect.stringContaining('no dispute')])
})
