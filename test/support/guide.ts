import { readFileSync } from 'node:fs'
import { checkAnswer } from './check-answer.ts'
import { until } from './until.ts'

/** One request of a guide and what it must be answered with, as they stand in the text. */
interface Example {
  request: string
  answer: string | undefined
}

type Names = Map<string, string>

/** Runs every example of a guide in order; what an answer gives a name is known from then on. */
export async function runGuide(file: URL, api: string, names: Names): Promise<number> {
  const examples = examplesOf(readFileSync(file, 'utf8'))
  for (const example of examples) await run(example, api, names)
  return examples.length
}

function examplesOf(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```(http|json)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, kind, text = ''], index) => {
    if (kind !== 'http') return []
    const next = blocks[index + 1]
    return [{ request: text, answer: next?.[1] === 'json' ? next[2] : undefined }]
  })
}

async function run({ request, answer }: Example, api: string, names: Names): Promise<void> {
  const { method, url, headers, body } = parseRequest(filled(request, names), api)
  const ask = async () => {
    const response = await fetch(url, { method, headers, ...(body && { body }) })
    const text = await response.text()
    const { pathname } = new URL(url)
    if (url.startsWith(api))
      checkAnswer(method, pathname, { status: response.status, text, body: parse(text) })
    return text
  }
  if (answer === undefined) {
    await ask()
    return
  }
  const isReached = (text: string) => matches(JSON.parse(answer), parse(text), new Map(names))
  // What happens by itself takes a moment; only reads may be asked again.
  const text = method === 'GET' ? await until(url, ask, isReached, 150_000) : await ask()
  if (!matches(JSON.parse(answer), parse(text), names))
    throw new Error(`${method} ${url} answered ${text}, expected ${answer}`)
}

const filled = (text: string, names: Names): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = names.get(name)
    if (value === undefined) throw new Error(`nothing has given {{${name}}} yet`)
    return value
  })

function parseRequest(text: string, api: string) {
  const [head = '', ...rest] = text.trim().split('\n\n')
  const [line = '', ...headerLines] = head.split('\n')
  const [method = '', address = ''] = line.split(' ')
  const headers = Object.fromEntries(headerLines.map((one) => one.split(': ') as [string, string]))
  const url = address.startsWith('/') ? api + address : address
  return { method, url, headers, body: rest.join('\n\n') }
}

/** `{{name}}` takes a value when it is new and compares it when it is known. */
function matches(expected: unknown, actual: unknown, names: Names): boolean {
  const [, name] = typeof expected === 'string' ? (/^\{\{(\w+)\}\}$/.exec(expected) ?? []) : []
  if (name !== undefined) {
    if (!names.has(name) && typeof actual === 'string') names.set(name, actual)
    return names.get(name) === actual
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual
  if (typeof actual !== 'object' || actual === null) return false
  return Object.entries(expected).every(([key, value]) =>
    matches(value, (actual as Record<string, unknown>)[key], names),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
