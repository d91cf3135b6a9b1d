import { join } from 'node:path'

/** A program of `node_modules` and its arguments. */
export interface Tool {
  name: string
  command: string[]
  /** It remembers nothing itself: it is given the sources that are younger than this file. */
  stamp?: string
}

export const HELP = `npm run check: types, lint, format and unused code, side by side.

  npm run check              only what changed since the last time is looked at again
  npm run check -- --all     everything anew, as on CI
  npm run check -- types     one of them: types, lint, format, unused

Lint looks only at files that changed: what a change breaks in another one is found by --all.
Types are always whole.
`

/** All tools, or those that were named; on CI nothing is remembered. */
export function toolsFor(args: readonly string[], cache: string, env = process.env): Tool[] {
  const names = args.filter((arg) => !arg.startsWith('--'))
  const unknown = names.filter((name) => !Object.hasOwn(tools, name))
  if (unknown.length > 0) throw new Error(`There is no check "${unknown.join(', ')}".\n\n${HELP}`)
  const folder = args.includes('--all') || env['CI'] ? undefined : cache
  return Object.entries(tools)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .flatMap(([, make]) => make(folder))
}

/** Slow ones first: with two cores the last to start is waited for. */
const tools: Record<string, (cache: string | undefined) => Tool[]> = {
  lint: (cache) => [
    { name: 'lint', command: ['node_modules/eslint/bin/eslint.js', '.', ...kept(cache, 'eslint')] },
    {
      name: 'lint by types',
      command: ['node_modules/oxlint/bin/oxlint', '--quiet'],
      ...(cache && { stamp: join(cache, 'oxlint') }),
    },
  ],
  types: (cache) => [
    {
      name: 'types',
      command: [
        ...['node_modules/typescript-7/bin/tsc', '--noEmit'],
        ...(cache ? ['--incremental', '--tsBuildInfoFile', join(cache, 'types.json')] : []),
      ],
    },
  ],
  format: () => [{ name: 'format', command: ['node_modules/oxfmt/bin/oxfmt', '--check'] }],
  unused: (cache) =>
    [[], ['--production']].map((mode) => ({
      name: ['unused', ...mode].join(' '),
      command: ['node_modules/knip/bin/knip.js', ...mode, ...kept(cache, `knip${mode.join('')}`)],
    })),
}

const kept = (cache: string | undefined, name: string): string[] =>
  cache ? ['--cache', '--cache-location', join(cache, name)] : []
