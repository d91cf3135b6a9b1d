import { lookAssets } from '../look/assets.ts'
import { ownStyle } from '../look/page-style.ts'

/** Everything that a page for operators loads, for the page before the sign-in too. */
export const assets = lookAssets('/assets', { style: ownStyle })
