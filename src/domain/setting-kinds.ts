import { isVia } from './actor/via.ts'

export interface SettingRule {
  meaning: string
  values: string
  example: string
  /** What is wrong with a value, from wherever it came. */
  problem(value: unknown): string | undefined
  /** A value as somebody types it. */
  parse(text: string): unknown
}

export function yesOrNo(meaning: string): SettingRule {
  return {
    meaning,
    values: '`true`, `false`',
    example: 'true',
    problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
    parse: (text) => ({ true: true, false: false })[text] ?? text,
  }
}

/** An account of the merchant's own. */
export function account(what: string, example: string): SettingRule {
  return {
    meaning: `The merchant's own account that ${what}.`,
    values: '`connector/account`, as `accounts list` shows it',
    example,
    problem: (value) =>
      typeof value === 'string' && isVia(value) ? undefined : 'must be connector/account',
    parse: (text) => text,
  }
}

export function listOf(
  words: readonly string[],
  meaning: string,
  example: string,
  named = words.map((word) => `\`${word}\``).join(', '),
): SettingRule {
  return {
    meaning,
    example,
    values: `a list of ${named}`,
    problem: (value) => {
      if (!Array.isArray(value) || value.length === 0) return 'must name at least one'
      const unknown = value.map(String).find((one) => !words.includes(one))
      if (unknown !== undefined) return `must not name ${unknown}`
      return new Set(value).size === value.length ? undefined : 'must name each once'
    },
    parse: (text) => text.split(',').filter((one) => one !== ''),
  }
}

export function shortText(most: number, meaning: string, example: string): SettingRule {
  return {
    meaning,
    example,
    values: `1 to ${String(most)} characters`,
    problem: (value) =>
      typeof value === 'string' && value.length <= most && /^[\w .:/-]+$/.test(value)
        ? undefined
        : `must be 1 to ${String(most)} letters, digits, spaces, or one of .:/_-`,
    parse: (text) => text,
  }
}

export function whole(min: number, max: number, meaning: string, example: string): SettingRule {
  return {
    meaning,
    example,
    values: `${min} to ${max}`,
    problem: (value) =>
      Number.isInteger(value) && (value as number) >= min && (value as number) <= max
        ? undefined
        : `must be a whole number from ${min} to ${max}`,
    parse: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  }
}

export function oneOf(words: readonly string[], meaning: string, example: string): SettingRule {
  return {
    meaning,
    example,
    values: words.map((word) => `\`${word}\``).join(', '),
    problem: (value) =>
      words.includes(value as string) ? undefined : `must be ${words.join(' or ')}`,
    parse: (text) => text,
  }
}
