import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signIn } from './fuzz.ts'

interface Wanted {
  api: string
  merchant: { merchantId: string; secret: string }
  seed: number
  /** Of each operation. */
  examples: number
}

const MOST_SECONDS = 1_200
/** Which checks are made, and which findings are none, with the reasons. */
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url))

/** The requests of a fuzzer of others, made of the API document alone; the exit code is its own. */
export async function runSchemathesis({ api, merchant, seed, examples }: Wanted): Promise<number> {
  const program = whereItLies()
  if (program === undefined) {
    process.stderr.write(
      'schemathesis is not on the PATH. Install it in an environment of its own:\n' +
        '  python3 -m venv ~/schemathesis && ~/schemathesis/bin/pip install schemathesis\n' +
        '  PATH=~/schemathesis/bin:$PATH npm run fuzz -- --schemathesis\n',
    )
    return 1
  }
  const token = await signIn(api, merchant)
  const options = {
    '--header': `Authorization: Bearer ${token}`,
    '--max-examples': String(examples),
    '--max-time': String(MOST_SECONDS),
    '--seed': String(seed),
    '--url': api,
  }
  const child = spawn(
    program,
    [
      ...['--config-file', CONFIG, 'run', `${api}/v1/ecommerce/openapi.json`],
      ...Object.entries(options).flat(),
    ],
    // It keeps notes where it runs.
    { cwd: tmpdir(), stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const whereItLies = (): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => ['schemathesis', 'st'].map((name) => join(folder, name)))
    .find((path) => existsSync(path))
