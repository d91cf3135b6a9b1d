import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RequestHandler } from 'express'
import { font, fontFace } from './font.ts'
import { look } from './look.ts'
import { style } from './style.ts'

/** A file that pages load from their own address. */
export interface Asset {
  /** Changes with the content, so that browsers may keep it for ever. */
  path: string
  /** As Express names types. */
  type: string
  content: string | Buffer
}

interface Own {
  /** Rules of these pages alone. */
  style?: string
  /** Scripts of these pages alone. */
  scripts?: readonly string[]
}

const { resolve } = createRequire(import.meta.url)
const plot = (name: string): string => readFileSync(resolve(`uplot/dist/${name}`), 'utf8')
const common = ['shortcuts', 'charts', 'copy'].map((name) =>
  readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8'),
)

/** All that pages load, under a folder of whoever serves them. Pages are whole without the two scripts. */
export function lookAssets(folder: string, own: Own = {}) {
  const letters = { path: `${folder}/${font.file}`, type: 'font/woff2', content: font.content }
  const sheet = plot('uPlot.min.css') + fontFace(letters.path) + look + style + (own.style ?? '')
  // Each in a scope of its own, in one file.
  const scopes = [...common, ...(own.scripts ?? [])].map((script) => `{\n${script}}\n`)
  return {
    style: assetOf(folder, 'kit.css', sheet),
    font: letters,
    chart: assetOf(folder, 'uplot.js', plot('uPlot.iife.min.js')),
    script: assetOf(folder, 'pages.js', `'use strict'\n${scopes.join('')}`),
  }
}

function assetOf(folder: string, name: string, content: string | Buffer): Asset {
  const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
  const [stem = '', extension = ''] = name.split('.')
  return { path: `${folder}/${stem}.${version}.${extension}`, type: extension, content }
}

export const sendAsset =
  ({ type, content }: Asset): RequestHandler =>
  (_request, response) => {
    response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.type(type).send(content)
  }
