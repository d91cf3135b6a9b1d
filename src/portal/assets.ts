import { readFileSync } from 'node:fs'
import { lookAssets } from '../look/assets.ts'

const own = (name: string): string =>
  readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8')

/** Everything that a page of the portal loads. */
export const assets = lookAssets('/portal/assets', { scripts: [own('live'), own('looks')] })
