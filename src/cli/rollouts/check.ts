import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Command } from 'commander'
import { present } from '../../domain/present.ts'
import { readHistory } from '../../review/history.ts'
import { openRevisions } from '../../review/open-revisions.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import { openGate } from '../../review/gate.ts'
import type { Verdict } from '../../review/replay.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { readSample } from '../incidents/many-histories.ts'
import { verdictsOf, withoutState } from '../incidents/replay.ts'
import { withReview } from '../../desk/with-review.ts'
import { counted } from '../../desk/counted.ts'
import { examples, print } from '../print.ts'
import { sinceOption } from '../since.ts'
import { table } from '../table.ts'

interface Options {
  since: Date
  sample?: number
  json?: boolean
}

/** `rollout check`: the gate before a build gets its first task. */
export const checkCommand = (): Command =>
  new Command('check')
    .description(
      'stored histories and real payments on another build, replayed and as a first run; exit code 1 if any diverges',
    )
    .argument('<folder>', 'the checkout of the build')
    .addOption(sinceOption('payments that changed since 7d, 12h, 30m or a time', '7d'))
    .option('--sample <n>', 'one payment of so many, by chance', readSample)
    .addHelpText('after', examples('rollout check ../next', 'rollout check ../next --sample 10'))
    .action(async (folder: string, { since, sample, json }: Options) => {
      const build = resolve(folder)
      if (!existsSync(build)) throw new CommandFailure(`there is no folder ${folder}`)
      const stored = await replayStored(build)
      const payments = await verdictsOf(undefined, {
        all: true,
        since,
        build,
        open: openGate,
        ...present({ sample }),
      })
      const revisions = await withReview(({ client, codec }) => openRevisions(client, codec))
      const diverged = [...stored, ...payments].filter(({ ok }) => !ok)
      const summary =
        `${counted(stored.length, 'stored history', 'stored histories')} and ` +
        `${counted(payments.length, 'payment')} replayed, and run as if for the first time: ${String(diverged.length)} diverge\n${describeRevisions(revisions)}`
      const rows = diverged.map(({ workflowId, divergence }) => [
        workflowId,
        divergence?.at ?? '',
        divergence?.then ?? '',
        divergence?.now ?? '',
      ])
      const differences = table(['of', 'at', 'then', 'on this build'], rows)
      const result = {
        stored: stored.length,
        payments: payments.length,
        diverged: diverged.map(withoutState),
        revisions,
      }
      print(result, rows.length === 0 ? summary : `${differences}\n\n${summary}`, json)
      if (diverged.length > 0) process.exitCode = exitCodes.failure
    })

const describeRevisions = (revisions: Record<number, number>): string =>
  `open runs by revision: ${
    Object.entries(revisions)
      .map(([revision, runs]) => `${revision}: ${String(runs)}`)
      .join(', ') || 'none'
  }`

/** Those that the build itself brings: each was recorded by a version that was in use. */
async function replayStored(build: string): Promise<Verdict[]> {
  const histories = join(build, 'test/replay/histories')
  if (!existsSync(histories)) return []
  const gate = openGate(await replayBundle(build))
  try {
    const verdicts: Verdict[] = []
    for (const file of readdirSync(histories).filter((name) => name.endsWith('.json')))
      verdicts.push(
        await gate.replay({
          workflowId: basename(file, '.json'),
          history: readHistory(readFileSync(join(histories, file), 'utf8')),
        }),
      )
    return verdicts
  } finally {
    await gate.close()
  }
}
