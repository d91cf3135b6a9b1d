import { isStorable } from '../../domain/texts/storable-text.ts'
import { Refused } from '../refused.ts'

const MAX_DEPTH = 20

/**
 * JSON of a stranger. Beyond the grammar it must mean one thing to everybody: no member twice, no
 * text that is half a character, no NUL (Postgres stores neither), no nesting without end. The
 * parser's own message is not shown: it would quote the body, and with it a card number.
 */
export function parseJson(text: string): unknown {
  const problem = problemIn(text)
  if (problem !== undefined) throw new Refused('malformed_json', { detail: problem })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('malformed_json')
  }
}

interface Level {
  /** The members seen so far, of an object. */
  names: Set<string> | undefined
  expectsName: boolean
}

/** One pass over the text. What is no JSON at all is left to the parser. */
function problemIn(text: string): string | undefined {
  const levels: Level[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    const level = levels.at(-1)
    if (character === '"') {
      const end = endOfString(text, index)
      const problem = problemOfString(text.slice(index, end + 1), level)
      if (problem !== undefined) return problem
      index = end
    } else if (character === '{' || character === '[') {
      if (levels.length === MAX_DEPTH) return 'The body is nested deeper than 20 levels'
      const isObject = character === '{'
      levels.push({ names: isObject ? new Set() : undefined, expectsName: isObject })
    } else if (character === '}' || character === ']') levels.pop()
    else if (character === ',' && level) level.expectsName = level.names !== undefined
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '"') return index
  }
  return text.length
}

function problemOfString(quoted: string, level: Level | undefined): string | undefined {
  const value = quoted.includes('\\') ? unquote(quoted) : quoted.slice(1, -1)
  if (value === undefined) return undefined
  if (value.includes('\0')) return 'The body has text with a NUL character'
  if (!isStorable(value)) return 'The body has text that is not valid Unicode'
  if (!level?.names || !level.expectsName) return undefined
  if (level.names.has(value)) return 'The body has a member twice'
  level.names.add(value)
  level.expectsName = false
  return undefined
}

function unquote(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}
