import { describe, expect, test } from 'vitest'
import { examples } from '../../src/contract/examples.ts'
import { PaymentsQuery } from '../../src/contract/lists.ts'
import { Order } from '../../src/contract/order.ts'
import { checkFields } from '../../src/http/middleware/check-fields.ts'
import type { FieldError, Refused } from '../../src/http/refused.ts'
import { endpoints } from '../../src/http/routes.ts'
import { mutated, seeded } from '../fuzz/mutations.ts'
import { documented } from './support/documented.ts'
import { membersOf } from './support/members.ts'
import { queriesOf } from './support/queries.ts'
import { isSayable, withoutEmpty } from './support/unsayable.ts'

const ROUNDS = 200

function problemsOf(parts: Parameters<typeof checkFields>[0]): FieldError[] {
  try {
    checkFields(parts)
    return []
  } catch (refused) {
    return (refused as Refused).options.errors ?? []
  }
}

const bodies = endpoints.flatMap(({ operationId = '', body, reads }) => {
  const { bodyProblem } = documented(operationId)
  const requests = Object.values(examples[operationId]?.requests ?? {})
  return body && !reads && bodyProblem ? [{ operationId, body, bodyProblem, requests }] : []
})

const queries = endpoints.flatMap(({ operationId = '', query }) =>
  query ? [{ operationId, query }] : [],
)

describe('the API document and the checks', () => {
  test.for(bodies.map((one) => [one.operationId, one] as const))(
    'agree about requests of %s',
    ([operationId, { body, bodyProblem, requests }]) => {
      const names = [...new Set(membersOf(body).map(({ path }) => path.at(-1) ?? ''))]
      const random = seeded(4_711 + operationId.length)
      const disagreements: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const value = mutated(random, requests[round % requests.length], names)
        const problems = problemsOf({ body: { schema: body, value } })
        const said = bodyProblem(value)
        const shown = JSON.stringify(value).slice(0, 600)
        if (said === undefined && problems.length > 0 && isSayable(problems))
          disagreements.push(`refused: ${JSON.stringify(problems)} ${shown}`)
        const isTaken = said !== undefined && problems.length === 0
        if (isTaken && bodyProblem(withoutEmpty(value)) !== undefined)
          disagreements.push(`taken: ${said} ${shown}`)
      }
      expect(disagreements).toEqual([])
    },
  )

  test.for(queries.map((one) => [one.operationId, one] as const))(
    'agree about queries of %s',
    ([operationId, { query }]) => {
      const { parameters, queryProblem } = documented(operationId)
      const disagreements: string[] = []
      let fitting = 0
      for (const value of queriesOf(parameters, 20 * ROUNDS, 4_711)) {
        const problems = problemsOf({ query: { schema: query, value } })
        const said = queryProblem(value)
        if (said === undefined) fitting += 1
        if (said === undefined && problems.length > 0 && isSayable(problems))
          disagreements.push(`refused: ${JSON.stringify(problems)} ${JSON.stringify(value)}`)
        if (said !== undefined && problems.length === 0)
          disagreements.push(`taken: ${said} ${JSON.stringify(value)}`)
      }
      expect(disagreements.slice(0, 10)).toEqual([])
      // Both sides are tried, or it proves nothing.
      expect(fitting).toBeGreaterThan(ROUNDS)
      expect(fitting).toBeLessThan(19 * ROUNDS)
    },
  )

  test('agree about whether there must be a body', () => {
    for (const { operationId, body, bodyProblem } of bodies) {
      const isTaken = problemsOf({ body: { schema: body, value: undefined } }).length === 0
      expect([operationId, bodyProblem(undefined) === undefined]).toEqual([operationId, isTaken])
    }
  })

  test('a list finds an order by every id that a create takes', () => {
    const extOrderId = 'x'.repeat(128)
    const { order } = examples['createPayment']?.requests?.['A card'] as { order: object }
    expect(Order.safeParse({ ...order, extOrderId }).success).toBe(true)
    expect(PaymentsQuery.safeParse({ extOrderId }).success).toBe(true)
  })

  test('numbers in queries are numbers in the document', () => {
    const typed = queries.flatMap(({ operationId }) =>
      documented(operationId).parameters.map(({ name, schema }) => [name, schema.type] as const),
    )
    const types = Object.fromEntries(typed.filter(([, type]) => type !== 'string'))
    expect(types).toMatchObject({
      limit: 'integer',
      wait: 'integer',
      amountFrom: 'number',
      amountTo: 'number',
    })
  })
})
