import { expect } from 'vitest'
import type { Answer } from './http.ts'

/** An error answer is whole, and says nothing of what is inside. */
export function expectProblem(answer: Answer, status: number | number[], code?: string): void {
  expect([status].flat(), answer.text).toContain(answer.status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.body).toMatchObject({
    type: expect.stringMatching(/^urn:tollgate:error:/),
    title: expect.any(String),
    status: answer.status,
    message: expect.any(String),
    description: expect.any(String),
    requestId: expect.any(String),
    error: answer.body.code,
    ...(code !== undefined && { code }),
  })
  expect(answer.text).not.toMatch(/\bat .*\.[tj]s:\d+|node_modules|select .* from /)
}
