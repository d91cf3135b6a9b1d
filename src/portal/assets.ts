import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { assetOf, lookAssets } from '../look/assets.ts'

const FOLDER = '/portal/assets'
const { resolve } = createRequire(import.meta.url)
const ofPackage = (name: string): string => readFileSync(resolve(name), 'utf8')
const own = (name: string): string =>
  readFileSync(new URL(`./browser/${name}.js`, import.meta.url), 'utf8')

/** Each in a scope of its own, in one file. */
const script = ['shortcuts', 'charts', 'live', 'looks'].map((name) => `{\n${own(name)}}\n`).join('')

/** Everything that a page of the portal loads. Pages are whole without the two scripts. */
export const assets = {
  ...lookAssets(FOLDER, ofPackage('uplot/dist/uPlot.min.css')),
  chart: assetOf(FOLDER, 'uplot.js', ofPackage('uplot/dist/uPlot.iife.min.js')),
  script: assetOf(FOLDER, 'portal.js', `'use strict'\n${script}`),
}
