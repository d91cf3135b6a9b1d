import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notEveryday } from './everyday.ts'

/** Tests that share a process of vitest; lanes run beside each other. */
export interface Lane {
  name: string
  /** Arguments for vitest. */
  args: string[]
  /** What must be there before it starts. */
  after: ('build' | 'quick')[]
}

export interface Plan {
  lanes: Lane[]
  env: Record<string, string>
  /** For whoever waits: what this run leaves out. */
  note?: string
}

export const HELP = `npm test [-- options | paths | arguments for vitest]

  npm test                            every kind, of each what breaks most; ten minutes
  npm run test:all                    with every fault, screen and leftover, as on CI
  npm run test:long                   with hundreds of races and random commands
  npm test -- --changed               what the uncommitted changes can break, in seconds
  npm test -- --changed main          the same of everything since main
  npm run attack                      every proof that docs/security/findings.md names
  npm test -- --project unit          one kind: unit, database, e2e, browser, attack, faults
  npm test -- test/domain             one folder
  npm test -- --standstill            every kind, on a machine that stands still again and again
  npm test -- --pictures              keeps what the pages look like in test/artifacts, the README's in docs/pictures

A run ends with the slowest files and the time of each kind; the time of every file is kept in
node_modules/.cache/tollgate/test-times.json.
`

const SHORT = `The short form leaves out:
${Object.keys(notEveryday)
  .map((what) => `  - ${what}`)
  .join('\n')}
All of them, as on CI: npm run test:all
`

const CHANGED = `What the changes can break, by who imports what. Left out: e2e, browser, attack and faults,
which run the whole gateway as it is built. All of it: npm test
`

/** What we understand ourselves, as settings of the run; all else is for vitest. */
const settings: Partial<Record<string, Record<string, string>>> = {
  '--all': {},
  '--short': { TEST_SHORT: '1' },
  '--long': { TEST_LONG: '1' },
  '--standstill': { TEST_STANDSTILL: '1' },
  '--pictures': { TEST_PICTURES: '1' },
}

export function planRun(asked: readonly string[], isCi: boolean): Plan {
  const isShort = asked.length === 0 && !isCi
  const args = isShort ? ['--short'] : asked
  const env = Object.assign({}, ...args.map((arg) => settings[arg])) as Record<string, string>
  const rest = args.filter((arg) => !settings[arg])
  if (rest.length === 0 && env['TEST_SHORT']) return { lanes: everyday, env, note: SHORT }
  if (rest.length === 0) return { lanes: everyKind, env }
  if (rest.includes('--attacks')) return { lanes: [attacks(rest)], env }
  const isChanged = rest.some((arg) => arg.startsWith('--changed')) && !rest.includes('--project')
  if (!isChanged) return { lanes: [{ name: 'asked', args: rest, after: [] }], env }
  const quick = ['--project', 'unit', '--project', 'database', '--passWithNoTests']
  return { lanes: [{ name: 'changed', args: [...rest, ...quick], after: [] }], env, note: CHANGED }
}

const FINDINGS = join(import.meta.dirname, '../../docs/security/findings.md')

/** All attacks, or those that were named: some need a stack, others only a database or nothing. */
function attacks(asked: readonly string[]): Lane {
  const named = asked.filter((arg) => arg !== '--attacks')
  const proofs = readFileSync(FINDINGS, 'utf8').match(/test\/[\w/.-]+\.test\.ts/g) ?? []
  const args = named.length > 0 ? named : ['test/attack/', ...new Set(proofs)]
  return { name: 'attacks', args, after: [] }
}

const projects = (...names: string[]): string[] => names.flatMap((name) => ['--project', name])

/**
 * What reckons, beside what waits: the tests of the whole stack wait half of their time, and each
 * of the faults has a stack of its own, which finds room when the quick ones have ended.
 */
const everyKind: Lane[] = [
  { name: 'quick', args: projects('unit', 'database'), after: [] },
  {
    name: 'stack',
    args: projects('e2e-first', 'e2e', 'browser', 'attack', 'e2e-last'),
    after: ['build'],
  },
  { name: 'faults', args: projects('faults'), after: ['build', 'quick'] },
]

/** Of the faults few are left, for which there is room beside the others. */
const everyday = everyKind.map((lane): Lane => ({
  ...lane,
  after: lane.after.filter((name) => name !== 'quick'),
}))
