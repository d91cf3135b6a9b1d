import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { History } from '../../src/review/history.ts'
import { readHistory } from '../../src/review/history.ts'
import type { JournalLine } from '../../src/review/divergence.ts'
import { openReplayer, replay } from '../../src/review/replay.ts'
import { buildReplayBundle, replayBundle } from '../../src/review/replay-bundle.ts'
import { brokenCapture, changedCheckout } from '../support/changed-checkout.ts'

const kept = (name: string): History =>
  readHistory(readFileSync(new URL(`../replay/histories/${name}.json`, import.meta.url), 'utf8'))

/** A history as it was when its first signal had just come and its task had failed. */
function cutAtSignal(history: History): History {
  const events = history.events ?? []
  const signal = events.findIndex((event) => event.workflowExecutionSignaledEventAttributes)
  return { events: events.slice(0, signal + 2) }
}

const run = async (history: History, journal?: JournalLine[]) =>
  replay({
    workflowId: 'pay/kept',
    history,
    bundle: await replayBundle(),
    ...(journal && { journal }),
  })

describe('replay', () => {
  test('a kept history runs to the state that it ended in', async () => {
    const verdict = await run(kept('sale'))
    expect(verdict).toMatchObject({ ok: true, state: { phase: 'paid' } })
  }, 300_000)

  test('one worker runs many, and goes on after one that parts', async () => {
    const replayer = openReplayer(await replayBundle())
    const broken = kept('sale')
    for (const { activityTaskScheduledEventAttributes: call } of broken.events ?? [])
      if (call?.activityType) call.activityType.name = 'somethingElse'
    try {
      const histories = [kept('sale'), broken, kept('refunded'), broken, kept('challenge')]
      const verdicts = []
      for (const [index, history] of histories.entries())
        verdicts.push(await replayer.replay({ workflowId: `pay/${index}`, history }))
      expect(verdicts.map(({ ok }) => ok)).toEqual([true, false, true, false, true])
      expect(verdicts[2]).toMatchObject({ workflowId: 'pay/2', state: { phase: 'paid' } })
    } finally {
      await replayer.close()
    }
  }, 300_000)

  test('of a payment in the middle of something tells what it would do next', async () => {
    const verdict = await run(cutAtSignal(kept('hold-captured-in-part')))
    expect(verdict).toMatchObject({ ok: true, next: 'capture → captureStarted' })
  }, 300_000)

  test('code that breaks is told in its own words, in the task that waits and in one that was done', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-broken-'))
    try {
      const checkout = changedCheckout(join(folder, 'broken'), brokenCapture)
      const bundle = { code: await buildReplayBundle(checkout) }
      const whole = kept('hold-captured-in-part')
      for (const history of [whole, cutAtSignal(whole)]) {
        const verdict = await replay({ workflowId: 'pay/kept', history, bundle })
        expect(verdict).toMatchObject({
          ok: false,
          divergence: { at: 'its code', now: 'fails: TypeError: amount of undefined' },
        })
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 300_000)

  test('a decision that is not the one in the journal is found, although no call differs', async () => {
    const journal = [
      { version: 1, messageId: messageIdOf(kept('sale')), events: [{ type: 'created' }] },
    ]
    const { ok, divergence } = await run(kept('sale'), journal)
    expect(ok).toBe(false)
    expect(divergence).toEqual({
      at: `version 1, ${journal[0]!.messageId}`,
      then: 'created',
      now: 'created, authenticationStarted',
    })
  }, 300_000)

  test('a call that is not the one in the history is named, with what the code would call', async () => {
    const history = kept('sale')
    for (const { activityTaskScheduledEventAttributes: call } of history.events ?? [])
      if (call?.activityType?.name === 'authenticate') call.activityType.name = 'authorize'
    const { ok, divergence } = await run(history)
    expect(ok).toBe(false)
    expect(divergence).toMatchObject({
      at: expect.stringMatching(/^event \d+$/),
      now: expect.stringContaining('called authenticate PLN'),
    })
  }, 300_000)
})

function messageIdOf({ events }: History): string {
  const [payload] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? []
  const start = JSON.parse(Buffer.from(payload?.data ?? []).toString()) as {
    mailbox: { id: string }[]
  }
  return start.mailbox[0]!.id
}
