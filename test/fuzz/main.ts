import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { StackFile } from '../../src/stack/stack-file.ts'
import { fuzz } from './fuzz.ts'

const help = `npm run fuzz -- [options]

Sends made-up requests to every endpoint of a running stack on this machine: the examples of the API
document, changed in a few places. No answer may be a 5xx, and every one but files must be JSON.

  --requests <n>  how many, 30000 unless given
  --seed <n>      the same seed makes the same requests, 1 unless given
  --stack <file>  what npm start has written, .tollgate/stack.json unless given
  --help          this text

Ends with 1 when something was found. The requests are the sandbox merchant's: its payments are real to
the stack, so run it on one that may be thrown away.
`

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '30000' },
    seed: { type: 'string', default: '1' },
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
  const found = await fuzz({
    api: stack.api,
    merchant,
    requests: Number(values.requests),
    seed: Number(values.seed),
    say: (line) => process.stderr.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
  process.exitCode = found.findings.length > 0 ? 1 : 0
}
