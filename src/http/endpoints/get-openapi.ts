import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getOpenapi = endpoint({
  method: 'get',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This document',
  resource: 'NONE',
  answer: z.looseObject({ openapi: z.string() }),
  rejects: [],
  handle: ({ openapi }) => openapi(),
})
