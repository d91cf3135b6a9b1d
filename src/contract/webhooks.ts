import { z } from 'zod'
import { eventTypes } from '../domain/event-type.ts'
import { body } from './body.ts'
import { CARD_NUMBER_PROBLEM, hasNoCardNumber, oneOf, optional, text, Time } from './fields.ts'
import { moment } from './wire/queries.ts'

const EVERYTHING = '*'
const types = z
  .array(z.enum([...eventTypes, EVERYTHING], 'must be a type of events, or *'))
  .min(1, 'must name a type')
  .max(eventTypes.length, 'must name each once')
  .describe('Which events; `*`: all of them, also of types that are yet to come')
const url = z
  .string('must be a web address')
  .max(2048, 'must have at most 2048 characters')
  .refine(hasNoCardNumber, CARD_NUMBER_PROBLEM)
  .describe('Where events are posted; https, and nothing is appended')
const description = text(200, 'What it is for, for yourself')

export const CreateWebhook = body(
  z
    .object({ url, types: optional(types), description: optional(description) })
    .meta({ id: 'CreateWebhook' }),
)

export const ChangeWebhook = body(
  z
    .object({
      url: optional(url),
      types: optional(types),
      description: optional(description),
      status: optional(
        oneOf(['ACTIVE', 'DISABLED'], 'ACTIVE goes on at once, with the event it stopped at'),
      ),
      resendSince: optional(
        moment('What has happened since then is sent again, in order; at most 30 days back'),
      ),
    })
    .meta({ id: 'ChangeWebhook' }),
)

/** What is kept of a list of types: nothing for all of them. */
export const keptTypes = (given: readonly string[] | undefined): string[] | null =>
  given === undefined || given.includes(EVERYTHING) ? null : [...new Set(given)]
export const shownTypes = (kept: readonly string[] | null): string[] => [...(kept ?? [EVERYTHING])]

const shown = {
  webhookId: z.string().describe('Its id in paths'),
  url,
  types,
  description: optional(description),
  status: z.enum(['ACTIVE', 'DISABLED']).describe('A disabled one is sent nothing'),
  createdAt: Time,
  failingSince: optional(Time.describe('Nothing has got through since; disabled after 72 hours')),
  nextAttemptAt: optional(Time.describe('When the event that does not get through is sent again')),
  previousSecretUntil: optional(Time.describe('Until then the secret before signs as well')),
  lastAttempt: optional(
    z
      .object({
        eventId: z.string().describe('What was sent'),
        at: Time,
        httpStatus: optional(z.int().describe('What the server answered, if it did')),
        durationMs: z.int().describe('How long that took'),
        problem: optional(z.string().describe('Why there was no answer')),
      })
      .describe('What was sent last, also for a test'),
  ),
}

export const Webhook = z.object(shown).meta({ id: 'Webhook' })

const delivery = z.object({
  eventId: z.string().describe('What was sent'),
  type: optional(z.string().describe('Its type; a test is no event and has none')),
  at: Time,
  url: z.string().describe('Where it was sent'),
  httpStatus: optional(z.int().describe('What the server answered, if it did')),
  durationMs: z.int().describe('How long that took'),
  problem: optional(z.string().describe('Why there was no answer')),
  sent: optional(z.string().describe('The body that was sent, of events')),
  answered: optional(
    z.string().describe('The first 200 bytes of the answer; long numbers are masked'),
  ),
})

export const WebhookDetail = z
  .object({ ...shown, attempts: z.array(delivery).describe('The latest 25, the newest first') })
  .meta({ id: 'WebhookDetail' })
export const WebhookList = z
  .object({ webhooks: z.array(Webhook).describe('Oldest first') })
  .meta({ id: 'WebhookList' })

const secret = z.string().describe('Signs what is sent; shown this once')
export const NewWebhook = z.object({ ...shown, secret }).meta({ id: 'NewWebhook' })
export const NewSecret = z.object({ secret }).meta({ id: 'NewSecret' })
export const TestAnswer = z
  .object({ eventId: z.string().describe('Of the test message; see lastAttempt of the webhook') })
  .meta({ id: 'WebhookTest' })
