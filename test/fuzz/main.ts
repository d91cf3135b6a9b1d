import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { StackFile } from '../../src/stack/stack-file.ts'
import { fuzz } from './fuzz.ts'
import type { Found } from './fuzz.ts'
import { runSchemathesis } from './schemathesis.ts'

const help = `npm run fuzz -- [options]

Sends made-up requests to every endpoint of a running stack on this machine: the examples of the API
document, changed in a few places. No answer may be a 5xx; what the document takes must be taken, and
nothing else, beyond two written lists (test/contract/support/unsayable.ts, test/fuzz/judge.ts); and every
answer must be one that the document promises.

  --requests <n>   how many, 30000 unless given
  --minutes <n>    at most so long, 20 unless given; fewer requests than asked for are a finding
  --seed <n>       the same seed makes the same requests of the same ids, 1 unless given
  --schemathesis   the requests of schemathesis instead, --examples of them for each operation
  --examples <n>   50 unless given
  --stack <file>   what npm start has written, .tollgate/stack.json unless given
  --help           this text

Ends with 1 when something was found. The requests are the sandbox merchant's: its payments are real to
the stack, so run it on one that may be thrown away. Schemathesis is a program of Python:
pip install schemathesis, in an environment of its own whose bin is on the PATH.
`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    schemathesis: { type: 'boolean', default: false },
    examples: { type: 'string', default: '50' },
    stack: { type: 'string', default: '.tollgate/stack.json' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(help)
else {
  const stack = JSON.parse(readFileSync(values.stack, 'utf8')) as StackFile
  const [merchant] = stack.merchants
  const { hostname } = new URL(stack.api)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname) || !merchant)
    throw new Error('only a sandbox on this very machine is fuzzed')
  const asked = { api: stack.api, merchant, seed: Number(values.seed) }
  process.exitCode = values.schemathesis
    ? await runSchemathesis({ ...asked, examples: Number(values.examples) })
    : await runOwn(asked)
}

async function runOwn(asked: Pick<Parameters<typeof fuzz>[0], 'api' | 'merchant' | 'seed'>) {
  const requests = Number(values.requests)
  const found = await fuzz({
    ...asked,
    requests,
    withinMs: Number(values.minutes) * 60_000,
    say: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${reportOf(found)}\n`)
  return found.wrong > 0 || found.requests < requests ? 1 : 0
}

function reportOf({ requests, seconds, statuses, operations, wrong, findings }: Found): string {
  const line = (name: string, counts: Record<string, number>) =>
    `${name.padEnd(30)}${Object.entries(counts)
      .map(([status, count]) => `${status}: ${String(count)}`)
      .join('  ')}`
  return [
    ...Object.entries(operations)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, counts]) => line(name, counts)),
    line('all', statuses),
    `${String(requests)} requests in ${String(seconds)} s, ${String(wrong)} wrong answers`,
    ...findings,
  ].join('\n')
}
