import type { Router } from 'express'
import express from 'express'
import { oneOf, optionalText, text } from './fields.ts'
import type { Fields } from './fields.ts'
import { refuse } from './answer.ts'
import type { Answer } from './answer.ts'

const actions = [
  'cut',
  'http500',
  'http403',
  'http409',
  'http429',
  'hang',
  'slow',
  'garbage',
  'empty',
  'huge',
  'decline',
] as const
const moments = ['before', 'after'] as const

/** Misbehaviour that a test asks for: the next calls that match get it. */
export interface Fault {
  provider: string
  operation?: string
  referencePrefix?: string
  /** Of a provider with several accounts: only this one suffers. */
  account?: string
  times: number
  action: (typeof actions)[number]
  /** Before: nothing is processed (a slow call is processed late). After: only the answer suffers. */
  when: (typeof moments)[number]
  delayMs: number
  /** Of a decline by the acquirer. */
  responseCode?: string
}

export interface Faults {
  /** The fault that this call meets, used up by one. */
  take(provider: string, operation: string, reference: string, account?: string): Fault | undefined
  router: Router
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  const router = express.Router()
  router.post('/faults', (request, response) => {
    faults.push(readFault((request.body ?? {}) as Fields))
    response.json({ faults })
  })
  router.get('/faults', (_request, response) => void response.json({ faults }))
  router.delete('/faults', (request, response) => {
    const { account } = request.query
    faults = faults.filter((fault) => account !== undefined && fault.account !== account)
    response.json({ faults })
  })
  return {
    router,
    take(provider, operation, reference, account) {
      const found = faults.find(
        (fault) =>
          fault.provider === provider &&
          (fault.operation ?? operation) === operation &&
          (fault.account ?? account) === account &&
          reference.startsWith(fault.referencePrefix ?? ''),
      )
      if (!found) return undefined
      found.times -= 1
      faults = faults.filter((fault) => fault.times > 0)
      return found
    },
  }
}

/** How a call ends that meets the fault, given the answer it would have got. */
export function spoil(answer: Answer, fault: Fault, refusal: typeof refuse = refuse): Answer {
  const { action, delayMs } = fault
  switch (action) {
    // A decline is no damage to an answer: whoever decides has seen to it.
    case 'decline':
      return answer
    case 'slow':
      return { ...answer, afterMs: delayMs }
    case 'http500':
      return refusal(500, 'internal_error')
    case 'http403':
      return refusal(403, 'forbidden')
    case 'http409':
      return refusal(409, 'conflict')
    case 'http429':
      return refusal(429, 'rate_limit')
    default:
      return { ...answer, delivery: action, ...(delayMs && { afterMs: delayMs }) }
  }
}

function readFault(fields: Fields): Fault {
  const operation = optionalText(fields, 'operation')
  const referencePrefix = optionalText(fields, 'referencePrefix')
  const account = optionalText(fields, 'account')
  return {
    provider: text(fields, 'provider'),
    ...(operation && { operation }),
    ...(referencePrefix && { referencePrefix }),
    ...(account && { account }),
    times: Number(fields.times ?? 1),
    action: oneOf(fields, 'action', actions),
    when: fields.when === undefined ? 'before' : oneOf(fields, 'when', moments),
    delayMs: Number(fields.delayMs ?? 0),
    ...(fields.action === 'decline' && { responseCode: text(fields, 'responseCode') }),
  }
}
