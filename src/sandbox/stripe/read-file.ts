import { createHash } from 'node:crypto'
import express from 'express'
import type { RequestHandler } from 'express'

const readRaw = express.raw({ type: 'multipart/form-data', limit: '12mb' })

/** The form of a file, as far as Stripe looks at it: the border between its parts is nobody's business. */
export const readFile: RequestHandler = (request, response, next) => {
  readRaw(request, response, (error?: unknown) => {
    const border = /boundary=([^;]+)/.exec(request.get('content-type') ?? '')?.[1]
    if (!error && border && Buffer.isBuffer(request.body))
      request.body = fieldsOf(partsOf(request.body, `--${border}`))
    next(error)
  })
}

function partsOf(body: Buffer, border: string): Buffer[] {
  const starts: number[] = []
  for (let at = body.indexOf(border); at !== -1; at = body.indexOf(border, at + 1)) starts.push(at)
  return starts
    .slice(0, -1)
    .map((at, index) => body.subarray(at + border.length, starts[index + 1]))
}

function fieldsOf(parts: readonly Buffer[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part): [string, string][] => {
      const end = part.indexOf('\r\n\r\n')
      const head = part.subarray(0, end).toString()
      const content = part.subarray(end + 4, part.length - 2)
      const name = /name="(\w+)"/.exec(head)?.[1]
      if (name !== 'file') return name === undefined ? [] : [[name, content.toString()]]
      return [
        ['size', String(content.length)],
        ['sha256', createHash('sha256').update(content).digest('hex')],
      ]
    }),
  )
}
