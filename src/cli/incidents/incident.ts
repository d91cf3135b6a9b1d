import { access, constants, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { Option } from 'commander'
import { incidentPage } from '../../review/incident/incident-page.tsx'
import { collectIncident } from '../../review/incident/incident.ts'
import { incidentForMerchant } from '../../review/incident/incident-for-merchant.ts'
import type { Logs } from '../../review/incident/log-lines.ts'
import { sealedPage, sealedTextOf } from './sealed-incident.ts'
import { seal } from '../../vault/seal.ts'
import type { Db } from '../../postgres/db.ts'
import { readDisputeFile } from '../../postgres/review/list-disputes.ts'
import { CommandFailure } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'
import { sandboxLog, stackHome } from '../../desk/sandbox-log.ts'
import { verifyIncidentCommand } from './verify-incident.ts'
import { wholePaymentId } from '../../desk/payments/payment-id.ts'
import { withReview } from '../../desk/with-review.ts'

interface Options {
  out?: string
  providerLog?: string
  logs?: string
  replay: boolean
  for: 'operator' | 'merchant'
  json?: boolean
}

/** `incident`: everything about one payment in one file, for people who were not there. */
export const incidentCommand = (command: Command): Command =>
  command
    .argument('<paymentId>', 'or a dispute of it')
    .option(
      '--out <file.html>',
      'where to, or - for standard output; incident-<paymentId>.html here, or in the temporary folder where nothing can be written',
    )
    .option('--provider-log <url>', "the providers' own log, as {sandbox}/acquirer/log")
    .option(
      '--logs <folder>',
      'where the processes log to, or - for standard input; those of a running `npm start`',
    )
    .addOption(
      new Option('--for <reader>', 'merchant: without operators, processes, logs and the engine')
        .choices(['operator', 'merchant'])
        .default('operator'),
    )
    .option('--no-replay', 'do not run the history on the present code')
    .option('--json', 'the same as JSON on the terminal, without a page')
    .addHelpText(
      'after',
      examples(
        'incident dysczfmmcufecvzgwxwgyvhbmhn',
        'incident dyscz… --for merchant',
        'incident dyscz… --json > case-4711.json',
        'incident dyscz… --logs - --out - < worker.log > incident.html',
        'incident verify incident-dyscz….html',
      ),
    )
    .addCommand(verifyIncidentCommand())
    .action(write)

/** A dispute is told of with the payment that it contests. */
async function paymentOf(db: Db, given: string): Promise<string> {
  const id = await wholePaymentId(db, given)
  return (await readDisputeFile(db, id))?.state.paymentId ?? id
}

async function write(given: string, options: Options): Promise<void> {
  await withReview(async ({ db, client, codec, config, keyRing }) => {
    const paymentId = await paymentOf(db, given)
    const whole = await collectIncident(
      {
        db,
        client,
        codec,
        replays: options.replay,
        providerLog: options.providerLog ?? sandboxLog(),
        logs: await logsFrom(options.logs),
      },
      paymentId,
    )
    if (!whole) throw new CommandFailure(`no payment ${paymentId}`)
    const isForMerchant = options.for === 'merchant'
    const incident = isForMerchant ? incidentForMerchant(whole) : whole
    if (options.json) {
      print({ ...incident, seal: seal(keyRing, sealedTextOf(incident)) }, '', true)
      return
    }
    const { uiUrl } = config.temporal
    const page = incidentPage(
      incident,
      uiUrl === undefined || isForMerchant ? {} : { temporalUi: uiUrl },
    )
    const made = seal(keyRing, page)
    const sealed = sealedPage(page, made)
    if (options.out === '-') {
      process.stdout.write(sealed)
      return
    }
    const file = options.out ?? join(await writableFolder(), `incident-${paymentId}.html`)
    await writeFile(file, sealed)
    const by = made ? `sealed with ${made.kid}` : 'not sealed: `keys rotate evidence` makes the key'
    print(
      undefined,
      `${file}: ${String(Object.keys(incident.manifest).length)} parts, ${by}`,
      false,
    )
  })
}

const logsFrom = async (given = join(stackHome(), 'logs')): Promise<Logs> =>
  given === '-' ? (await text(process.stdin)).split('\n') : given

/** Here, unless this is the read-only image of a container. */
const writableFolder = (): Promise<string> =>
  access('.', constants.W_OK).then(
    () => '',
    () => tmpdir(),
  )
