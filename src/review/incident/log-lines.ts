import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MOST = 2_000

export interface LogLine {
  process: string
  time: string
  level: string
  message: string
  line: Record<string, unknown>
}

/** A folder with log files, or lines that came from elsewhere. */
export type Logs = string | readonly string[]

/** What the processes logged under these ids, oldest first; the logs hold no card data. */
export async function readLogLines(
  logs: Logs,
  ids: readonly string[],
): Promise<LogLine[] | { notRead: string }> {
  if (typeof logs !== 'string') return linesOf('log', logs, ids)
  if (!existsSync(logs)) return { notRead: 'no folder with logs is here' }
  const found: LogLine[] = []
  for (const file of readdirSync(logs).filter((name) => name.endsWith('.log'))) {
    const input = createReadStream(join(logs, file))
    found.push(...(await linesOf(file, createInterface({ input }), ids)))
  }
  return found.sort((a, b) => a.time.localeCompare(b.time)).slice(0, MOST)
}

async function linesOf(
  file: string,
  lines: Iterable<string> | AsyncIterable<string>,
  ids: readonly string[],
): Promise<LogLine[]> {
  const found: LogLine[] = []
  for await (const text of lines)
    if (found.length < MOST && ids.some((id) => text.includes(id))) found.push(...parse(file, text))
  return found
}

function parse(file: string, text: string): LogLine[] {
  try {
    const line = JSON.parse(text) as Record<string, unknown>
    const { time, level, msg } = line
    return [
      {
        process: file.replace(/\.log$/, ''),
        time: typeof time === 'string' ? time : '',
        level: typeof level === 'string' ? level : '',
        message: typeof msg === 'string' ? msg : '',
        line,
      },
    ]
  } catch {
    return []
  }
}
