import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const content = readFileSync(new URL('./font/inter.woff2', import.meta.url))
const version = createHash('sha256').update(content).digest('hex').slice(0, 12)

/**
 * Inter 4.1 (SIL Open Font License, beside it): its weights from 400 to 700, of the letters that English and
 * Polish need. Whoever serves pages serves it from their own address, for ever.
 */
export const font = { file: `inter.${version}.woff2`, content }

/** Text is there at once in a letter of the device, and changes when the font has come. */
export const fontFace = (path: string): string =>
  `@font-face{font-family:Inter;src:url(${path}) format('woff2');font-weight:400 700;font-display:swap}\n`
