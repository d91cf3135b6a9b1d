import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import type { Response } from 'express'

export interface Asset {
  /** With a hash of the content in it, so that it can be kept for ever. */
  path: string
  /** Browsers run it only when it is exactly this. */
  integrity: string
  type: string
  content: Buffer
}

/** Everything that the page loads; `scripts.inventory.json` names what may be in here. */
export interface Assets {
  script: Asset
  style: Asset
}

export async function buildAssets(): Promise<Assets> {
  const [script, style] = await Promise.all([bundleIsland(), minifyStyle()])
  return {
    script: assetOf('checkout.js', 'text/javascript;charset=utf-8', script),
    style: assetOf('checkout.css', 'text/css;charset=utf-8', style),
  }
}

export function sendAsset(response: Response, { type, content }: Asset): void {
  response.setHeader('content-type', type)
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.end(content)
}

const target = ['es2022', 'safari16']

async function bundleIsland(): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('island/main.ts', import.meta.url))],
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

function assetOf(name: string, type: string, content: Buffer): Asset {
  const digest = createHash('sha384').update(content).digest('base64')
  const version = digest.replace(/\W/g, '').slice(0, 10)
  const [stem = '', extension = ''] = name.split('.')
  return {
    path: `/pay/assets/${stem}.${version}.${extension}`,
    integrity: `sha384-${digest}`,
    type,
    content,
  }
}
