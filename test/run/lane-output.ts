/** Where a report of what failed, or of the whole run, begins. */
const REPORT = /⎯ (Failed|Unhandled|Typecheck)|Test Files {2}/

/**
 * Several processes write on one terminal: a line of progress goes out as it comes, and the report at
 * the end of each in one piece.
 */
export function mixOutput(write: (text: string) => void) {
  let pending = ''
  let report = ''
  return {
    take(text: string): void {
      const lines = (pending + text).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines)
        if (report !== '' || REPORT.test(plain(line))) report += `${line}\n`
        else if (plain(line).trim() !== '') write(`${line}\n`)
    },
    end(): void {
      const rest = report + (pending === '' ? '' : `${pending}\n`)
      if (rest !== '') write(rest)
      pending = report = ''
    },
  }
}

/** Without colours. */
const plain = (line: string): string => line.replaceAll(/\u001b\[[0-9;]*m/g, '')
