import { expect } from 'vitest'
import { Problem } from '../../../src/contract/problem.ts'
import type { RefusalCode } from '../../../src/domain/refusal.ts'
import { statusOf } from '../../../src/domain/refusal.ts'

interface Answered {
  status: number
  headers: Headers
  body: unknown
}

/** Checks that an answer is the one body of every error, with this code. */
export function expectProblem({ status, headers, body }: Answered, code: RefusalCode): void {
  expect(body).toMatchObject({ code, error: code, status: statusOf(code) })
  expect(status).toBe(statusOf(code))
  expect(Problem.strict().parse(body)).toEqual(body)
  expect(headers.get('content-type')).toBe('application/json;charset=utf-8')
  expect(headers.get('x-request-id')).toBe((body as { requestId: string }).requestId)
}
