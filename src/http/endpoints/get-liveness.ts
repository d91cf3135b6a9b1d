import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getLiveness = endpoint({
  method: 'get',
  base: '',
  path: '/health/live',
  tag: 'Service',
  summary: 'Whether the process lives',
  resource: 'NONE',
  answer: z.object({ status: z.literal('ok') }),
  rejects: [],
  handle: () => ({ status: 'ok' }),
})
