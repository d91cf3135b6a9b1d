import type { Request } from 'express'
import { readBody, Refused } from '../http/for-portal.ts'
import type { OpenVisit } from './route.ts'

type Fields = OpenVisit['fields']

export const readForm = async (request: Request): Promise<Fields> =>
  ((await readBody(request, ['form'])).value ?? {}) as Fields

/** A form with a file, as browsers send it; the file is a field in base64, as the API takes it. */
export async function readUpload(request: Request): Promise<Fields> {
  const { raw, value } = await readBody(request, ['form', 'upload'])
  if (value !== undefined || raw.length === 0) return (value ?? {}) as Fields
  const type = request.headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Refused('malformed_json')
    })
  const fields = [...form].map(async ([name, given]) => [name, await textOf(given)] as const)
  return Object.fromEntries(await Promise.all(fields))
}

const textOf = async (given: File | string): Promise<string> =>
  typeof given === 'string' ? given : Buffer.from(await given.arrayBuffer()).toString('base64')
