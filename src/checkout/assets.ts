import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Response } from 'express'
import { isBuilt } from '../built.ts'

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
  /** Of the page of a wallet alone: it speaks with the wallet's script. */
  wallet: Asset
  /** The same for Click to Pay, whose script leaves the payer's steps to the page. */
  clickToPay: Asset
}

/** As they were bundled ahead; from the sources they are bundled now. */
export async function loadAssets(): Promise<Assets> {
  const { script, style, wallet, clickToPay } = isBuilt ? await readBundled() : await bundle()
  return {
    script: assetOf('checkout.js', 'text/javascript;charset=utf-8', script),
    style: assetOf('checkout.css', 'text/css;charset=utf-8', style),
    wallet: assetOf('wallet.js', 'text/javascript;charset=utf-8', wallet),
    clickToPay: assetOf('click-to-pay.js', 'text/javascript;charset=utf-8', clickToPay),
  }
}

type Bundled = Record<keyof Assets, Buffer>

async function readBundled(): Promise<Bundled> {
  const read = (file: string) => readFile(new URL(`assets/${file}`, import.meta.url))
  const [script, style, wallet, clickToPay] = await Promise.all([
    read('checkout.js'),
    read('checkout.css'),
    read('wallet.js'),
    read('click-to-pay.js'),
  ])
  return { script, style, wallet, clickToPay }
}

/** The bundler is a tool of development: only the sources need it. */
async function bundle(): Promise<Bundled> {
  const { bundleAssets } = await import('./bundle-assets.ts')
  return bundleAssets()
}

export function sendAsset(response: Response, { type, content }: Asset): void {
  response.setHeader('content-type', type)
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cross-origin-resource-policy', 'same-origin')
  response.end(content)
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
