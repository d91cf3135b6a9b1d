import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'

/** What `role.js`, or the stack itself, starts. */
const PROGRAMS = [
  'src/main.js',
  'src/gateway-main.js',
  'src/portal-main.js',
  'src/sandbox/main.js',
  'worker/main.js',
]

/**
 * A program of a thousand files takes half of its start to find them, and a process that died is
 * missed for as long: each program becomes one file.
 * Packages stay where they were installed, and modules that others name by their path stay too.
 */
export async function joinPrograms(dist: string): Promise<void> {
  await build({
    entryPoints: PROGRAMS.map((file) => join(dist, file)),
    outdir: dist,
    outbase: dist,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Needed while pages are developed; what is built has its pages already.
    external: ['./bundle-assets.js'],
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'error',
    banner: { js: WHERE_DIST_IS },
    plugins: [keepPlaces(dist)],
  })
}

const WHERE_DIST_IS = `const dist$ = import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6);`

/** A module that reads what lies beside it goes on to find it there. */
const keepPlaces = (dist: string): Plugin => ({
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/(src|worker|activities|workflows)\/.*\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const place = JSON.stringify(relative(dist, path))
      return { contents: source.replaceAll('import.meta.url', `(dist$ + ${place})`), loader: 'js' }
    })
  },
})
