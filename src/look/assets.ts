import { createHash } from 'node:crypto'
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

/** The look of all pages, and its font, under a folder of whoever serves them. */
export function lookAssets(folder: string, more = '') {
  const letters = { path: `${folder}/${font.file}`, type: 'font/woff2', content: font.content }
  const sheet = fontFace(letters.path) + look + style + more
  return { style: assetOf(folder, 'kit.css', sheet), font: letters }
}

export function assetOf(folder: string, name: string, content: string | Buffer): Asset {
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
