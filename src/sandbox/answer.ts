import type { Response } from 'express'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a simulator says, and how it fails to say it. */
export interface Answer {
  status: number
  body: unknown
  /** Of a provider that does not speak JSON. */
  text?: { type: string; text: string }
  delivery?: Delivery
  /** Said this long after it was decided. */
  afterMs?: number
}

/** cut: the connection breaks; hang: never; truncated: half of the body; garbage, empty, huge: no JSON worth reading. */
export type Delivery = 'cut' | 'hang' | 'truncated' | 'garbage' | 'empty' | 'huge'

export const ok = (body: unknown): Answer => ({ status: 200, body })

export const refuse = (status: number, error: string, message?: string): Answer => ({
  status,
  body: { error, ...(message && { message }) },
})

export const hang: Answer = { status: 200, body: {}, delivery: 'hang' }

const moreThanAnyoneReads = 128 * 1024

export async function deliver(answer: Answer, response: Response, hangMs: number): Promise<void> {
  if (answer.afterMs) await sleep(answer.afterMs, undefined, { ref: false })
  switch (answer.delivery) {
    case 'cut':
      response.socket?.destroy()
      return
    case 'hang':
      setTimeout(() => response.socket?.destroy(), hangMs).unref()
      return
    case 'truncated': {
      const text = JSON.stringify(answer.body)
      return send(response, answer.status, text.slice(0, text.length / 2))
    }
    case 'garbage':
      return send(response, answer.status, '<html><body>Service temporarily unavailable')
    case 'empty':
      return send(response, answer.status, '')
    case 'huge':
      return send(response, 200, JSON.stringify({ padding: 'x'.repeat(moreThanAnyoneReads) }))
    default:
      return send(
        response,
        answer.status,
        answer.text?.text ?? JSON.stringify(answer.body),
        answer.text?.type,
      )
  }
}

function send(response: Response, status: number, text: string, type = 'application/json'): void {
  response.status(status).type(type).send(text)
}
