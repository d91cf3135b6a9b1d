import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { incidentPage } from '../../review/incident-page.ts'
import type { Incident } from '../../review/incident.ts'
import { changedParts, collectIncident } from '../../review/incident.ts'
import { incidentForMerchant } from '../../review/incident-for-merchant.ts'
import { CommandFailure, exitCodes } from '../exit.ts'
import { examples, print } from '../print.ts'
import { sandboxLog, stackHome } from './sandbox-log.ts'
import { wholePaymentId } from '../payments/payment-id.ts'
import { withReview } from './with-review.ts'

interface Options {
  out?: string
  providerLog?: string
  logs?: string
  replay: boolean
  for: 'operator' | 'merchant'
  verify?: string
  json?: boolean
}

/** `incident`: everything about one payment in one file, for people who were not there. */
export const incidentCommand = (): Command =>
  new Command('incident')
    .description('write everything about a payment into one page, each part with its hash')
    .argument('[paymentId]')
    .option('--out <file.html>', 'where to; incident-<paymentId>.html when not given')
    .option('--provider-log <url>', "the providers' own log, as {sandbox}/acquirer/log")
    .option('--logs <folder>', 'where the processes log to; those of a running `npm start`')
    .addOption(
      new Option('--for <reader>', 'merchant: without operators, processes, logs and the engine')
        .choices(['operator', 'merchant'])
        .default('operator'),
    )
    .option('--no-replay', 'do not run the history on the present code')
    .option('--verify <file.html>', 'reckon the hashes of a page that was written before')
    .option('--json', 'the same as JSON on the terminal, without a page')
    .addHelpText(
      'after',
      examples(
        'incident dysczfmmcufecvzgwxwgyvhbmhn',
        'incident dyscz… --for merchant',
        'incident dyscz… --json > case-4711.json',
        'incident --verify incident-dyscz….html',
      ),
    )
    .action(async (paymentId: string | undefined, options: Options) => {
      if (options.verify !== undefined) await verify(options.verify, options.json)
      else if (paymentId === undefined) throw new InvalidArgumentError('say which payment')
      else await write(paymentId, options)
    })

async function write(given: string, options: Options): Promise<void> {
  await withReview(async ({ db, client, codec, config }) => {
    const paymentId = await wholePaymentId(db, given)
    const whole = await collectIncident(
      {
        ...{ db, client, codec, replays: options.replay },
        providerLog: options.providerLog ?? sandboxLog(),
        logFolder: options.logs ?? join(stackHome(), 'logs'),
      },
      paymentId,
    )
    if (!whole) throw new CommandFailure(`no payment ${paymentId}`)
    const isForMerchant = options.for === 'merchant'
    const incident = isForMerchant ? incidentForMerchant(whole) : whole
    if (options.json) {
      print(incident, '', true)
      return
    }
    const file = options.out ?? `incident-${paymentId}.html`
    const { uiUrl } = config.temporal
    const links = uiUrl === undefined || isForMerchant ? {} : { temporalUi: uiUrl }
    await writeFile(file, incidentPage(incident, links))
    print(undefined, `${file}: ${String(Object.keys(incident.manifest).length)} parts`, false)
  })
}

async function verify(file: string, json: boolean | undefined): Promise<void> {
  const changed = changedParts(incidentIn(await readFile(file, 'utf8')))
  const text =
    changed.length === 0 ? 'every part is as it was written' : `changed: ${changed.join(', ')}`
  print({ file, changed }, text, json)
  if (changed.length > 0) process.exitCode = exitCodes.failure
}

function incidentIn(text: string): Incident {
  const embedded = /<script type="application\/json" id="incident">(.*)<\/script>/s.exec(text)?.[1]
  return JSON.parse(embedded ?? text) as Incident
}
