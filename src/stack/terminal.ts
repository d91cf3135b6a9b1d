import { styleText } from 'node:util'

/** Where the stack tells people what it does; tests pass `silentTerminal`. */
export interface Terminal {
  /** A step that takes a moment; `done` closes it with the time it took. */
  step(text: string): Step
  note(text: string): void
  warn(text: string): void
  /** A line of a process, already chosen as worth showing. */
  processLine(name: string, line: string): void
}

export interface Step {
  update(text: string): void
  done(text?: string): void
  fail(): void
}

/** On a terminal a step rewrites its own line; in a log file it prints at most twice a minute. */
export function openTerminal(out: NodeJS.WriteStream = process.stdout): Terminal {
  const live = out.isTTY && process.env['TERM'] !== 'dumb'
  const print = (text: string) => void out.write(`${live ? '\r\u001b[K' : ''}${text}\n`)
  return {
    step: (text) => (live ? liveStep(out, text) : plainStep(out, text)),
    note: (text) => print(`  ${text}`),
    warn: (text) => print(paint(live, 'yellow', `! ${text}`)),
    processLine: (name, line) => print(`${paint(live, 'cyan', name.padEnd(9))} ${line}`),
  }
}

export const silentTerminal: Terminal = {
  step: () => ({ update: () => {}, done: () => {}, fail: () => {} }),
  note: () => {},
  warn: () => {},
  processLine: () => {},
}

/** Runs something as a step that is closed however it ends. */
export async function inStep<Result>(
  terminal: Terminal,
  title: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const step = terminal.step(title)
  try {
    const result = await run()
    step.done()
    return result
  } catch (error) {
    step.fail()
    throw error
  }
}

const PLAIN_UPDATE_INTERVAL_MS = 30_000

function liveStep(out: NodeJS.WriteStream, title: string): Step {
  const startedAt = Date.now()
  let detail = ''
  const draw = () => {
    const line = `… ${title} ${seconds(startedAt)}${detail === '' ? '' : ` · ${detail}`}`
    out.write(`\r\u001b[K${line.slice(0, out.columns - 1)}`)
  }
  const ticker = setInterval(draw, 1000).unref()
  draw()
  const close = (line: string) => {
    clearInterval(ticker)
    out.write(`\r\u001b[K${line}\n`)
  }
  return {
    update: (text) => {
      detail = text
      draw()
    },
    done: (text = title) => close(`${paint(true, 'green', '✓')} ${text} ${seconds(startedAt)}`),
    fail: () => close(`${paint(true, 'red', '✗')} ${title} ${seconds(startedAt)}`),
  }
}

function plainStep(out: NodeJS.WriteStream, title: string): Step {
  const startedAt = Date.now()
  let printedAt = startedAt
  return {
    update: (text) => {
      if (Date.now() - printedAt < PLAIN_UPDATE_INTERVAL_MS) return
      printedAt = Date.now()
      out.write(`… ${title} ${seconds(startedAt)} · ${text}\n`)
    },
    done: (text = title) => void out.write(`✓ ${text} ${seconds(startedAt)}\n`),
    fail: () => void out.write(`✗ ${title} ${seconds(startedAt)}\n`),
  }
}

function seconds(since: number): string {
  const elapsedMs = Date.now() - since
  return elapsedMs < 10_000 ? `${(elapsedMs / 1000).toFixed(1)} s` : minutes(elapsedMs)
}

function minutes(elapsedMs: number): string {
  const total = Math.round(elapsedMs / 1000)
  if (total < 60) return `${String(total)} s`
  return `${String(Math.floor(total / 60))} min ${String(total % 60)} s`
}

function paint(live: boolean, colour: 'red' | 'yellow' | 'green' | 'cyan', text: string): string {
  return live && process.env['NO_COLOR'] === undefined ? styleText(colour, text) : text
}
