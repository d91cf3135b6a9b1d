import { z } from 'zod'
import { isYearMonth } from '../../domain/card-expiry.ts'
import { providerWords, systemError } from '../../domain/reasons/given-reason.ts'
import { isNotFound, refusalWords } from '../http.ts'
import type { Answer } from '../http.ts'
import type {
  CryptogramOutcome,
  DiscardOutcome,
  ProvisionInquiry,
  ProvisionOutcome,
  TokenLifecycle,
  TokenState,
  VisualLookup,
} from './types.ts'

export function provisionOf(answer: Answer<Provision>): ProvisionOutcome {
  switch (answer.type) {
    case 'answered':
      return provisionedOf(answer.body)
    case 'refused':
      return { type: 'refused', ...systemError(refusalWords(answer)) }
    case 'notSent':
      return { type: 'notSent' }
    case 'noAnswer':
      return { type: 'unknown' }
  }
}

export function provisionInquiryOf(answer: Answer<Provision>): ProvisionInquiry {
  if (answer.type === 'answered') return provisionedOf(answer.body)
  return notFoundOrUnknown(answer)
}

function provisionedOf(provision: Provision) {
  if (provision.status === 'REFUSED') {
    const detail = providerWords(`reason ${provision.reason}`)
    return { type: 'refused', rejectCode: 'DECLINED', detail } as const
  }
  const { instrumentRef, last4, expDate, visuals } = provision
  return { type: 'provisioned', instrumentRef, last4, expDate, visuals } as const
}

export function cryptogramOf(answer: Answer<Cryptogram>): CryptogramOutcome {
  switch (answer.type) {
    case 'answered':
      return { type: 'issued', ...answer.body }
    // A cryptogram moves no money: any definite refusal means that this token cannot pay now.
    case 'refused':
      return { type: 'notUsable' }
    case 'notSent':
      return { type: 'notSent' }
    case 'noAnswer':
      return { type: 'unknown' }
  }
}

export const stateOf = (answer: Answer<Token>): TokenState =>
  answer.type === 'answered' ? { type: 'found', ...answer.body } : notFoundOrUnknown(answer)

export function discardOf(answer: Answer<unknown>): DiscardOutcome {
  if (answer.type === 'answered') return { type: 'discarded' }
  return answer.type === 'notSent' ? { type: 'notSent' } : notFoundOrUnknown(answer)
}

export const visualOf = (answer: Answer<z.infer<typeof Visual>>): VisualLookup =>
  answer.type === 'answered' ? { type: 'found', visual: answer.body } : notFoundOrUnknown(answer)

/** Reads the network's message, after its signature was checked; undefined when it is not one. */
export const parseLifecycle = (json: unknown): TokenLifecycle | undefined =>
  Lifecycle.safeParse(json).data

const notFoundOrUnknown = (answer: Answer<unknown>) =>
  isNotFound(answer) ? ({ type: 'notFound' } as const) : ({ type: 'unknown' } as const)

const Name = z.string().min(1).max(200)
const ExpDate = z.string().regex(/^\d{6}$/)
const Status = z.enum(['ACTIVE', 'SUSPENDED', 'DISCARDED'])
const size = { contentType: z.string().max(100), width: z.int(), height: z.int() }
const Last4 = z.string().regex(/^\d{4}$/)
const details = {
  last4: Last4,
  expDate: ExpDate,
  visuals: z.array(z.object({ visualId: Name, type: z.string().max(100), ...size })).max(50),
}

/** An answer that names another reference or token is no answer to us. */
export const provisionSchema = (reference: string) =>
  z.discriminatedUnion('status', [
    z.object({
      reference: z.literal(reference),
      status: z.literal('REFUSED'),
      reason: z.string().max(200),
    }),
    z.object({
      reference: z.literal(reference),
      status: z.literal('ACTIVE'),
      instrumentRef: Name,
      ...details,
    }),
  ])
type Provision = z.infer<ReturnType<typeof provisionSchema>>

export const tokenSchema = (instrumentRef: string) =>
  z.object({ instrumentRef: z.literal(instrumentRef), status: Status, ...details })
type Token = z.infer<ReturnType<typeof tokenSchema>>

export const Cryptogram = z.object({
  number: z.string().regex(/^\d{12,19}$/),
  expDate: ExpDate,
  cryptogram: z.string().min(1).max(200),
  eci: z.string().regex(/^\d{1,2}$/),
})
type Cryptogram = z.infer<typeof Cryptogram>

export const discardedSchema = (instrumentRef: string) =>
  z.object({ instrumentRef: z.literal(instrumentRef), status: z.literal('DISCARDED') })

export const Visual = z.object({ visualId: Name, ...size, data: z.base64() })

const message = {
  service: z.enum(['vts', 'scof']),
  instrumentRef: Name,
  eventId: z.string().regex(/^[\w-]{1,64}$/),
  occurredAt: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
}
const Lifecycle = z.discriminatedUnion('status', [
  z.object({ ...message, status: Status }),
  z.object({
    ...message,
    status: z.literal('RENEWED'),
    last4: Last4,
    expDate: z.string().refine(isYearMonth),
  }),
])
