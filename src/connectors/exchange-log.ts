import { AsyncLocalStorage } from 'node:async_hooks'
import type { Exchange, Message } from './exchange.ts'
import type { Said } from '../domain/actor/said.ts'
import { wordsOf } from './exchange-words.ts'

interface Listening {
  hear(said: Said): void
  /** Values that must not be heard, wherever they stand. */
  concealed: Set<string>
}

const listeners = new AsyncLocalStorage<Listening>()

/** Hears all exchanges of a call, whichever connector makes them. */
export const listenTo = <T>(hear: (said: Said) => void, call: () => Promise<T>): Promise<T> =>
  listeners.run({ hear, concealed: new Set() }, call)

/** From now on nobody who listens to this call hears these values. */
export function conceal(...values: readonly (string | undefined)[]): void {
  const { concealed } = listeners.getStore() ?? {}
  for (const value of values) if (value) concealed?.add(value)
}

/** Tells whoever listens; an exchange that nobody listens to costs nothing. */
export async function overheard(
  message: Message,
  exchanging: () => Promise<Exchange>,
): Promise<Exchange> {
  const listening = listeners.getStore()
  if (!listening) return exchanging()
  const at = Date.now()
  const exchanged = await exchanging()
  listening.hear(saidOf(message, exchanged, listening.concealed, at))
  return exchanged
}

function saidOf(
  { method, path, body }: Message,
  exchanged: Exchange,
  concealed: ReadonlySet<string>,
  at: number,
): Said {
  const words = (text: string) => wordsOf(text, concealed)
  const asked =
    typeof body === 'string' ? words(body) : body && `(${String(body.length)} bytes of a file)`
  const said = { at, tookMs: Date.now() - at, method, path: pathOf(path, words) }
  const kept = asked ? { ...said, asked } : said
  if (exchanged.type !== 'received')
    return { ...kept, because: exchanged.type === 'notSent' ? 'notSent' : exchanged.because }
  return { ...kept, status: exchanged.status, answered: words(exchanged.bytes.toString('utf8')) }
}

function pathOf(path: string, words: (text: string) => string): string {
  const [place = '', query] = path.split('?', 2)
  return query === undefined ? words(place) : `${words(place)}?${words(query)}`
}
