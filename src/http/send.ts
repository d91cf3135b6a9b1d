import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { contextOf } from './context.ts'
import type { Download } from './endpoint.ts'
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

/** Whoever goes away in the middle ends it, and is nobody's failure. */
export async function sendFile(response: Response, { chunks, file }: Download): Promise<void> {
  response.setHeader('content-type', file.contentType)
  response.setHeader('content-disposition', `attachment; filename="${file.name}"`)
  await pipeline(Readable.from(chunks, { highWaterMark: 1 }), response).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

export function sendProblem(response: Response, refused: Refused): void {
  const body = problemOf(refused, contextOf(response).requestId)
  send(response, { status: body.status, headers: problemHeaders(refused), body })
}
