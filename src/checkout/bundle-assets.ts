import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'

/** What the payment page loads, made of its sources: small, and the same bytes on every machine. */
export async function bundleAssets(): Promise<Bundled> {
  const [script, style, wallet, clickToPay] = await Promise.all([
    bundleIsland(new URL('island/main.ts', import.meta.url)),
    minifyStyle(),
    bundleIsland(new URL('island/wallet.ts', import.meta.url)),
    bundleIsland(new URL('island/click-to-pay.ts', import.meta.url)),
  ])
  return { script, style, wallet, clickToPay }
}

type Bundled = Record<'script' | 'style' | 'wallet' | 'clickToPay', Buffer>

const target = ['es2022', 'safari16']

async function bundleIsland(entry: URL): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target,
    // The same bytes wherever it is built: the inventory holds their hash.
    tsconfigRaw: {},
    logLevel: 'silent',
  })
  return Buffer.from(outputFiles[0]?.contents ?? [])
}

async function minifyStyle(): Promise<Buffer> {
  const source = await readFile(new URL('styles.css', import.meta.url), 'utf8')
  const { code } = await transform(source, { loader: 'css', minify: true, target })
  return Buffer.from(code)
}
