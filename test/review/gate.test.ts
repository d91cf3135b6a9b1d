import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGate } from '../../src/review/gate.ts'
import { readHistory } from '../../src/review/history.ts'
import type { Verdict } from '../../src/review/replay.ts'
import { openReplayer } from '../../src/review/replay.ts'
import { buildReplayBundle, replayBundle } from '../../src/review/replay-bundle.ts'
import { changedCheckout } from '../support/changed-checkout.ts'

const names = ['sale', 'refunded', 'challenge', 'hold-captured-in-part']
const kept = (name: string) =>
  readHistory(readFileSync(new URL(`../replay/histories/${name}.json`, import.meta.url), 'utf8'))

type Bundle = Parameters<typeof openGate>[0]

async function verdicts(open: typeof openGate, bundle: Bundle): Promise<Verdict[]> {
  const runs = open(bundle)
  try {
    const found: Verdict[] = []
    for (const name of names)
      found.push(await runs.replay({ workflowId: `pay/${name}`, history: kept(name) }))
    return found
  } finally {
    await runs.close()
  }
}

const ok = (found: Verdict[]) => found.map((verdict) => verdict.ok)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-gate-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Builds that do with every history what was done, as long as they are replayed. */
const builds = [
  {
    name: 'sets a timer only when it is not replayed',
    from: '    listen(this)\n',
    to: '    listen(this)\n    if (!workflowInfo().unsafe.isReplaying) await condition(() => false, 1)\n',
    now: 'set a timer of 1 ms',
  },
  {
    name: 'hands over another time only after the day of its roll-out',
    from: '    return { decision: this.behaviour.decide(this.state, message, now, wall), now, at }\n',
    to: `    const isLater = workflowInfo().unsafe.now() > ${String(Date.now() + 30 * 86_400_000)}
    return { decision: this.behaviour.decide(this.state, message, now, wall), now, at: isLater ? at + 1 : at }\n`,
    now: expect.stringContaining('with something else in it'),
  },
]

describe('the gate', () => {
  test('lets the present code pass, whatever it is told of its run', async () => {
    const found = await verdicts(openGate, await replayBundle())
    expect(found.flatMap(({ divergence }) => divergence ?? [])).toEqual([])
  }, 300_000)

  test.for(builds)(
    'a build that $name passes every replay, and not the gate',
    { timeout: 300_000 },
    async ({ name, from, to, now }) => {
      const change = { file: 'workflows/actor.ts', from, to }
      const checkout = changedCheckout(join(folder, name.replaceAll(' ', '-')), change)
      const bundle = { code: await buildReplayBundle(checkout) }
      expect(ok(await verdicts(openReplayer, bundle))).toEqual(names.map(() => true))
      const found = await verdicts(openGate, bundle)
      expect(ok(found)).toEqual(names.map(() => false))
      expect(found[0]).toMatchObject({ divergence: { now } })
    },
  )
})
