import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { savedViews } from '../../src/operator/saved-views.ts'
import { card, visa } from '../support/cards.ts'
import { openTemporal } from '../support/temporal.ts'
import { until } from '../support/until.ts'
import { shop, stack } from '../support/world.ts'

const DAY_MS = 86_400_000
const from = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString()

/** The queries of the page, with times where the page says which. */
const page = readFileSync('docs/operators/temporal-ui.md', 'utf8')
const documented = [...page.matchAll(/^\| ([^|]+) \| `([^`]+)` \|$/gm)]
  .map(([, title = '', query = '']) => [title, withTimes(query)] as const)
  .filter(([, query]) => /[=<>]/.test(query))

function withTimes(query: string): string {
  return query
    .replace('<now − 5 min>', from(-300_000))
    .replace('<now>', from(0))
    .replace('<in 7 days>', from(7 * DAY_MS))
    .replace('<midnight>', from(-DAY_MS))
}

describe('views of the Temporal UI', () => {
  const all = [
    ...savedViews(new Date()).map(({ title, query }) => [`start page: ${title}`, query] as const),
    ...documented,
  ]

  test('the page documents the views of the start page', () => {
    expect(documented.length).toBeGreaterThan(7)
    for (const [, query] of documented) expect(query).not.toMatch(/<[a-z]/)
  })

  test.for(all)('the server answers: %s', async ([, query]) => {
    const { client, close } = await openTemporal(stack)
    expect((await client.workflow.count(query)).count).toBeGreaterThanOrEqual(0)
    for await (const found of client.workflow.list({ query })) {
      expect(found.workflowId).toMatch(/^(pay|tok|dispute|settle|forged)\//)
      break
    }
    await close()
  })

  test('a payment is found in the view that it belongs to', async () => {
    const { client, close } = await openTemporal(stack)
    const declined = await shop.create({ instrument: card(visa(121)) })
    await shop.reaches(declined.paymentId, 'REJECTED')
    const query = documented.find(([title]) => title === 'Rejected by code')?.[1] ?? ''
    const ofIt = `${query} and WorkflowId = 'pay/${declined.paymentId}'`
    const count = async () => (await client.workflow.count(ofIt)).count
    await until('the payment is found', count, (found) => found === 1)
    await close()
  })
})
