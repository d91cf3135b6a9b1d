import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Router } from 'express'
import express from 'express'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidField, optionalText } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Journal } from '../journal.ts'

/** One notification that a merchant's server caught. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  receivedAt: string
  answered: number
}

interface Reply {
  status: number
  delayMs?: number
  headers?: Record<string, string>
  body?: string
}

export interface Receiver {
  router: Router
  /** What was told about a payment, oldest first. */
  receivedOf(paymentId: string): readonly Received[]
}

/** The merchant's side: it keeps what it is told, and answers as programmed. */
export function createReceiver(journal: Journal): Receiver {
  const received: Received[] = []
  const byPayment = new Map<string, Received[]>()
  const replies = new Map<string, Reply[]>()

  const caught = journal.topic<Received>('receiver.caught', (notification) => {
    received.push(notification)
    for (const id of subjectsOf(notification.body))
      byPayment.set(id, [...(byPayment.get(id) ?? []), notification])
  })
  const programmed = journal.topic<{ paymentId: string; replies: Reply[] }>(
    'receiver.programmed',
    (program) =>
      replies.set(program.paymentId, [
        ...(replies.get(program.paymentId) ?? []),
        ...program.replies,
      ]),
  )
  const replied = journal.topic<{ paymentId: string }>('receiver.replied', ({ paymentId }) =>
    replies.get(paymentId)?.shift(),
  )

  /** Whose programme applies: the payment's own before the one for everybody. */
  const programOf = (body: string) =>
    [...subjectsOf(body), everybody].find((key) => replies.get(key)?.length)

  const router = express.Router()
  router.post(
    '/merchant/*path',
    express.text({ type: () => true, limit: '1mb' }),
    async (request, response) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const key = programOf(body)
      const reply = (key === undefined ? undefined : replies.get(key)?.[0]) ?? { status: 200 }
      const used = key === undefined ? [] : [replied({ paymentId: key })]
      journal.record(...used, caught(notificationOf(request, body, reply.status)))
      if (reply.delayMs) await sleep(reply.delayMs, undefined, { ref: false })
      response
        .status(reply.status)
        .set(reply.headers ?? {})
        .type('application/json')
        .send(reply.body ?? JSON.stringify({ received: reply.status < 300 }))
    },
  )
  router.get('/received', (request, response) => {
    const { paymentId } = request.query
    response.json(typeof paymentId === 'string' ? (byPayment.get(paymentId) ?? []) : received)
  })
  router.post('/received/answers', express.json(), (request, response) => {
    const fields = (request.body ?? {}) as Fields
    const paymentId = optionalText(fields, 'paymentId') ?? everybody
    journal.record(programmed({ paymentId, replies: readReplies(fields) }))
    response.json({ answers: replies.get(paymentId) })
  })
  return { router, receivedOf: (paymentId) => byPayment.get(paymentId) ?? [] }
}

const everybody = ''

function notificationOf(request: Request, body: string, answered: number): Received {
  const receivedAt = new Date().toISOString()
  return { path: request.path, headers: request.headers, body, receivedAt, answered }
}

/** The payment and the tokenization that a notification is about. */
function subjectsOf(body: string): string[] {
  try {
    const { paymentId, tokenizerId } = JSON.parse(body) as Fields
    return [paymentId, tokenizerId].filter((id) => typeof id === 'string')
  } catch {
    return []
  }
}

function readReplies(fields: Fields): Reply[] {
  if (!Array.isArray(fields.statuses)) throw new InvalidField('statuses', 'a list')
  return fields.statuses.map((entry: unknown) => {
    const reply = (typeof entry === 'object' && entry !== null ? entry : { status: entry }) as Reply
    if (!Number.isInteger(reply.status) || reply.status < 200 || reply.status > 599)
      throw new InvalidField('statuses', 'a list of HTTP statuses')
    return reply
  })
}
