import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { World } from '../faults/world.ts'
import { ensureBuilt } from '../support/ensure-built.ts'
import { openAccounts } from './accounts.ts'
import { check } from './check.ts'
import { keepRun, keptRun } from './kept-runs.ts'
import { help, readOptions } from './options.ts'
import type { Options } from './options.ts'
import { writeReport } from './report.ts'
import { run } from './run.ts'
import { mountSmallDisks } from './small-disks.ts'

/** Ctrl-C leaves nothing running: the supervisor ends its processes with this one. */
const INTERRUPTED = 130
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(INTERRUPTED))

const options = readOptions(process.argv.slice(2))
if (options === 'help') process.stdout.write(help)
else process.exitCode = await storm(options)

async function storm(wanted: Options): Promise<number> {
  const begun = performance.now()
  const say = (line: string) => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    process.stderr.write(`${String(seconds).padStart(5)} s  ${line}\n`)
  }
  say(`Seed ${wanted.seed}: starting a stack of its own …`)
  await ensureBuilt()
  // On a disk, whose slowness is part of the weather.
  const home = mkdtempSync(join(tmpdir(), 'tollgate-nemesis-'))
  const world = await World.launch({ home, apis: 2, gateways: 1, workers: 1 })
  await openAccounts(world, wanted.seed)
  const disks = await mountSmallDisks(world)
  let isGood = false
  try {
    const seen = await run({ world, disks }, wanted, say)
    if (wanted.evidence !== undefined) writeFileSync(wanted.evidence, JSON.stringify(seen.evidence))
    const verdicts = check(seen.evidence)
    const report = writeReport(wanted, seen, verdicts)
    if (wanted.keep) keepRun(keptRun(wanted, seen, verdicts, new Date()))
    process.stdout.write(`\n${report.text}\n`)
    isGood = report.isGood
    if (!isGood) say(`What the stack has written is left in ${world.stack.home}`)
    return isGood ? 0 : 1
  } finally {
    await world.halt()
    await disks?.close()
    if (isGood) await world.stop()
  }
}
