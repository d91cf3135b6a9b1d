import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { readConfig } from '../../settings/config.ts'
import type { Verdict } from './sealed-incident.ts'
import { judgeIncident } from './sealed-incident.ts'
import { loadKeyRing } from '../../vault/key-ring.ts'
import type { PublicKeys } from '../../vault/seal.ts'
import { evidenceKeys, sealProblem } from '../../vault/seal.ts'
import { CommandFailure, exitCodes } from '../../desk/failure.ts'
import { examples, print } from '../print.ts'

const FETCH_MS = 10_000

interface Options {
  keys?: string
  json?: boolean
}

/** `incident verify`: whether a file is what this gateway has written, to the last byte. */
export const verifyIncidentCommand = (): Command =>
  new Command('verify')
    .description('whether an incident is as it was written; exit code 1 when not')
    .argument('<file>', 'the page, or what --json wrote')
    .option(
      '--keys <address or file>',
      "the gateway's public keys, for who has no key ring: {api}/.well-known/jwks.json",
    )
    .addHelpText(
      'after',
      examples(
        'incident verify incident-dyscz….html',
        'incident verify case-4711.html --keys https://pay.example.com/.well-known/jwks.json',
      ),
    )
    .action(async (file: string, { keys, json }: Options) => {
      const known =
        keys === undefined
          ? evidenceKeys(loadKeyRing(readConfig(process.env, 'cli').keysFile))
          : await readKeys(keys)
      const text = await readFile(file, 'utf8')
      const verdict = judged(file, () =>
        judgeIncident(text, (covered, seal) => sealProblem(known, covered, seal)),
      )
      print({ file, ...verdict }, inWords(verdict), json)
      if (!isGood(verdict)) process.exitCode = exitCodes.failure
    })

const isGood = ({ seal, changed }: Verdict): boolean => seal === 'good' && changed.length === 0

function judged(file: string, judge: () => Verdict): Verdict {
  try {
    return judge()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new CommandFailure(`${file} is no incident, or was damaged`)
    throw error
  }
}

function inWords(verdict: Verdict): string {
  const { paymentId, seal, kid = '', changed } = verdict
  if (isGood(verdict)) return `payment ${paymentId}: as it was written, sealed with ${kid}`
  const parts = changed.length > 0 ? [`changed: ${changed.join(', ')}`] : []
  const seals = {
    good: [],
    missing: ['it has no seal: anybody may have written it'],
    'unknown key': [`sealed with ${kid}, which is no key of this gateway`],
    changed: ['it is not what was sealed'],
  }
  return [...seals[seal], ...parts].join('\n')
}

async function readKeys(from: string): Promise<PublicKeys> {
  const text = /^https?:/.test(from)
    ? await fetch(from, { signal: AbortSignal.timeout(FETCH_MS) }).then((answer) => answer.text())
    : await readFile(from, 'utf8')
  try {
    return (JSON.parse(text) as { keys: PublicKeys }).keys
  } catch {
    throw new CommandFailure(`${from} has no keys`)
  }
}
