import { z } from 'zod'
import { isServing, readiness } from '../../process/health.ts'
import { endpoint, reply } from '../endpoint.ts'

export const getReadiness = endpoint({
  method: 'get',
  base: '',
  path: '/health/ready',
  tag: 'Service',
  summary: 'Whether requests can be served now',
  description:
    'Answers 503 with the same body while the process drains or its database is away. While only Temporal is away (`degraded`) reads are served, and commands are answered 503.',
  resource: 'NONE',
  answer: z.object({
    status: z.enum(['ok', 'degraded', 'draining', 'unavailable']),
    checks: z.record(z.string(), z.enum(['ok', 'unavailable'])),
  }),
  rejects: [],
  handle: async ({ health }) => {
    const body = await readiness(health)
    return reply(body, isServing(body) ? {} : { status: 503, headers: RETRY_SOON })
  },
})

const RETRY_SOON = { 'retry-after': '1' }
