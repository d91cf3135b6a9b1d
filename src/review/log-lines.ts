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

/** What the processes logged under these ids, oldest first; the logs hold no card data. */
export async function readLogLines(folder: string, ids: readonly string[]): Promise<LogLine[]> {
  if (!existsSync(folder) || ids.length === 0) return []
  const found: LogLine[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.log'))) {
    const lines = createInterface({ input: createReadStream(join(folder, file)) })
    for await (const text of lines) {
      if (found.length < MOST && ids.some((id) => text.includes(id)))
        found.push(...parse(file, text))
    }
  }
  return found.sort((a, b) => a.time.localeCompare(b.time))
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
