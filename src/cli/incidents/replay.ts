import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import { workflowIdOf } from '../../domain/id.ts'
import { paymentsSince, readJournal } from '../../postgres/review/payment-file.ts'
import {
  disguiseHistory,
  fetchHistory,
  ifGone,
  readHistory,
  writeHistory,
} from '../../review/history.ts'
import { lookAgain } from '../../review/look-again.ts'
import type { Provable } from '../../review/provable.ts'
import { disputes, payments, tokenizations } from '../../review/provable.ts'
import { replayBundle } from '../../review/replay-bundle.ts'
import type { Replayer, Verdict } from '../../review/replay.ts'
import { openReplayer, replay } from '../../review/replay.ts'
import { readSample, showProgress } from './many-histories.ts'
import type { Finding } from '../../domain/finding.ts'
import type { History } from '../../review/history.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { sinceOption } from '../since.ts'
import type { ReviewParts } from '../../desk/with-review.ts'
import { wholePaymentId } from '../../desk/payments/payment-id.ts'
import { withReview } from '../../desk/with-review.ts'

interface Options {
  all?: boolean
  since: Date
  sample?: number
  file?: string
  build?: string
  keep?: string
  json?: boolean
  /** How histories are run: the gate looks harder. */
  open?: typeof openReplayer
}

/** `replay`: would the code do today what it did then? */
export const replayCommand = (command: Command): Command =>
  command
    .argument('[id]', 'one payment, tokenization or dispute')
    .option('--all', 'every payment that changed since …')
    .addOption(sinceOption('with --all: 7d, 12h, 30m or a time', '7d'))
    .option('--sample <n>', 'with --all: one of so many, by chance', readSample)
    .option('--file <history.json>', 'a kept history, or one from the Temporal UI, decoded')
    .option('--build <folder>', 'on the workflow code of another checkout, such as a fix')
    .option('--keep <file>', 'write the history there, without personal data')
    .addHelpText(
      'after',
      examples(
        'replay dysczfmmcufecvzgwxwgyvhbmhn',
        'replay ecvzgwxwgyvhbmhndysczfmmcuf # a dispute, or a tokenization',
        'replay --all --since 7d --sample 10 --build ../fix',
        'replay --file test/replay/histories/sale.json --build ../fix',
        'replay dyscz… --keep test/replay/histories/late-capture.json',
      ),
    )
    .action(async (paymentId: string | undefined, options: Options) => {
      const verdicts = await verdictsOf(paymentId, options)
      const diverged = verdicts.filter(({ ok }) => !ok)
      print(verdicts.map(withoutState), describe(verdicts), options.json)
      if (diverged.length > 0) process.exitCode = exitCodes.failure
    })

export async function verdictsOf(
  paymentId: string | undefined,
  options: Options,
): Promise<Verdict[]> {
  const { all, file, build, open = openReplayer } = options
  if ([paymentId, all, file].filter((one) => one !== undefined).length !== 1)
    throw new InvalidArgumentError('say which: a payment, --all or --file')
  const bundle = await replayBundle(build === undefined ? undefined : resolve(build))
  if (file !== undefined) {
    const history = readHistory(await readFile(file, 'utf8'))
    return [await replay({ workflowId: basename(file, '.json'), history, bundle })]
  }
  return withReview(async (parts) => {
    const replayer = open(bundle)
    const progress = showProgress('replayed')
    const verdicts: Verdict[] = []
    try {
      for (const id of await idsOf(parts, paymentId, options)) {
        const seen = await lookAgain(
          () => replayOne(parts, replayer, id),
          (one) => !one?.isBehind,
        )
        if (seen) {
          verdicts.push(seen.verdict)
          if (options.keep)
            await writeFile(options.keep, writeHistory(await disguiseHistory(seen.history)))
        } else if (paymentId) throw new CommandFailure(`Temporal keeps no history of ${id}`)
        progress(verdicts.length)
      }
    } finally {
      await replayer.close()
    }
    return verdicts
  })
}

async function idsOf(
  { db }: ReviewParts,
  paymentId: string | undefined,
  { since, sample = 1 }: Options,
): Promise<string[]> {
  if (paymentId !== undefined) return [await wholePaymentId(db, paymentId)]
  return (await paymentsSince(db, since)).filter(() => Math.random() * sample < 1)
}

interface Seen {
  verdict: Verdict
  history: History
  /** The row has a step that the history does not have yet: nothing can be said of their states. */
  isBehind: boolean
}

/** The same events may still come to another state: it is held against the row as well. */
async function replayOne(
  { db, client, codec }: ReviewParts,
  replayer: Replayer,
  id: string,
): Promise<Seen | undefined> {
  const parts = { db, client, codec }
  return (
    (await replayAs(payments, parts, replayer, id)) ??
    (await replayAs(tokenizations, parts, replayer, id)) ??
    (await replayAs(disputes, parts, replayer, id))
  )
}

async function replayAs<
  S extends { id: string; updatedAt: number; version: number },
  E extends { row: { state: S } },
>(
  kind: Provable<S, E>,
  { db, client, codec }: Pick<ReviewParts, 'db' | 'client' | 'codec'>,
  replayer: Replayer,
  id: string,
): Promise<Seen | undefined> {
  const workflowId = workflowIdOf(kind.workflow, id)
  const history = await fetchHistory(client, codec, workflowId).catch(ifGone)
  if (!history) return undefined
  const verdict = await replayer.replay({ workflowId, history, journal: await readJournal(db, id) })
  const seen = { verdict, history, isBehind: false }
  if (!verdict.ok || verdict.state === undefined) return seen
  const workflow = JSON.parse(JSON.stringify(verdict.state)) as S
  const known = { workflow, provider: undefined }
  for await (const [evidence] of kind.read(db, id)) {
    const [finding] = evidence ? kind.check(evidence, known).filter(ofWorkflow) : []
    if (!evidence || !finding) continue
    const divergence = { at: 'its state', then: finding.expected, now: finding.found }
    const isBehind = workflow.version < evidence.row.state.version
    return { history, isBehind, verdict: { ...verdict, ok: false, divergence } }
  }
  return seen
}

const ofWorkflow = ({ check }: Finding): boolean => check === 'workflow'

function describe(verdicts: Verdict[]): string {
  const lines = verdicts.map(({ workflowId, ok, historyEvents, divergence, next }) =>
    ok || !divergence
      ? `OK     ${workflowId}, ${String(historyEvents)} events${next ? `; next: ${next}` : ''}`
      : [
          `DIVERGES ${workflowId} at ${divergence.at}`,
          `         then: ${divergence.then}`,
          `         now:  ${divergence.now}`,
        ].join('\n'),
  )
  const diverged = verdicts.filter(({ ok }) => !ok).length
  const summary = `${String(verdicts.length)} replayed, ${String(diverged)} diverge`
  return [
    ...(verdicts.length > 50 ? lines.filter((line) => !line.startsWith('OK')) : lines),
    summary,
  ].join('\n')
}

/** As it is told: a state has what is personal. */
export const withoutState = ({ state: _, ...verdict }: Verdict): Omit<Verdict, 'state'> => verdict
