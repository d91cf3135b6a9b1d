/** The part of a process's line that belongs on the terminal: warnings and errors, in short. */
export function selectNews(line: string): string | undefined {
  if (line.startsWith('{')) return selectFromJson(line)
  return PLAIN_ERRORS.test(line) && !HARMLESS.test(line) ? line : undefined
}

const WARN_LEVEL = 40
/** Cheaper than parsing every line of a busy process. */
const WARNING_OR_WORSE = /"level":(?:[4-6]0|"(?:warn|error|fatal)")/
const PLAIN_ERRORS = /\b(?:FATAL|PANIC):|^\s*(?:\w*Error|Uncaught)\b/
/** What Postgres says to a client that asks too early or stays too long is part of its life. */
const HARMLESS = /the database system is (?:starting up|shutting down)|terminating connection/

interface LogLine {
  level?: number | string
  msg?: string
  err?: { message?: string }
}

function selectFromJson(line: string): string | undefined {
  if (!WARNING_OR_WORSE.test(line)) return undefined
  try {
    const { level, msg, err } = JSON.parse(line) as LogLine
    if (typeof level === 'number' && level < WARN_LEVEL) return undefined
    return [msg, err?.message].filter((part) => part !== undefined && part !== '').join(': ')
  } catch {
    return line
  }
}
