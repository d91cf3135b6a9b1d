import type { Response } from 'express'
import { contextOf } from './context.ts'
import { problemHeaders, problemOf } from './problem.ts'
import type { Refused } from './refused.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  body: unknown
}

const JSON_TYPE = 'application/json;charset=utf-8'

/** Writes an answer; everything but "not modified" and "no content" is JSON and never empty. */
export function send(response: Response, { status, headers, body }: Answer): void {
  response.statusCode = status
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status === 304 || status === 204) {
    response.end()
    return
  }
  response.setHeader('content-type', JSON_TYPE)
  response.end(JSON.stringify(body ?? {}))
}

export function sendProblem(response: Response, refused: Refused): void {
  const body = problemOf(refused, contextOf(response).requestId)
  send(response, { status: body.status, headers: problemHeaders(refused), body })
}
