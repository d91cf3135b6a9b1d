import { createHmac } from 'node:crypto'
import type { Journal } from './journal.ts'
import type { Plan, Scheduler } from './scheduler.ts'
import type { Settings } from './settings.ts'

export interface Message {
  /** Whose key signs it. */
  sender: 'acquirer' | 'threeds' | 'blik' | 'tokens' | 'stripe' | 'adyen'
  url: string
  body: unknown
  attempt?: number
}

const mostAttempts = 10
const timeoutMs = 10_000

/** Plans signed messages to the gateway, each repeated until it is answered with 2xx. */
export function createMessenger(
  settings: Settings,
  journal: Journal,
  scheduler: Scheduler,
): Plan<Message> {
  const plan = scheduler.handle<Message>('message', async (message) => {
    const attempt = message.attempt ?? 1
    if (await post(message, settings.webhookKeys[message.sender])) return
    if (attempt >= mostAttempts) return
    const pauseMs = settings.timings.repeatMs * 2 ** (attempt - 1)
    journal.record(plan({ ...message, attempt: attempt + 1 }, pauseMs))
  })
  return plan
}

/** Stripe signs the time as well, so that an old message can be told from a new one. */
function signatureOf(sender: Message['sender'], text: string, key: string): Record<string, string> {
  const hmac = (signed: string) => createHmac('sha256', key).update(signed).digest('hex')
  // Adyen's is inside its messages.
  if (sender === 'adyen') return {}
  if (sender !== 'stripe') return { signature: hmac(text) }
  const time = Math.floor(Date.now() / 1_000)
  return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${text}`)}` }
}

async function post({ sender, url, body }: Message, key: string): Promise<boolean> {
  const text = JSON.stringify(body)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        ...signatureOf(sender, text, key),
      },
      body: text,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
