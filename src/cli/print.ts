import { nameSealed } from '../domain/texts/sealed-number.ts'
import { coloured, showsColours } from './terminal.ts'

/** What a command tells: a text for people, or the same as JSON for programs. */
export function print(value: unknown, text: string, json: boolean | undefined): void {
  const plain = harmless(json ? JSON.stringify(value, null, 2) : nameSealed(text))
  process.stdout.write(`${!json && showsColours() ? coloured(plain) : plain}\n`)
}

/** A terminal does what control characters say; what others wrote may hold some. */
const harmless = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\u{FFFD}')

/** Examples under a command's help. */
export const examples = (...lines: string[]): string =>
  ['', 'Examples:', ...lines.map((line) => `  npm run tollgate -- ${line}`)].join('\n')
