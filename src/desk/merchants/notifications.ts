import { z } from 'zod'
import { present } from '../../domain/present.ts'
import { listNotifications } from '../../postgres/notification-log.ts'
import { audit } from '../audit.ts'
import type { DeskCommand } from '../command.ts'
import { deskCommand, one } from '../command.ts'
import { wrongUsage } from '../failure.ts'
import { merchantId, oneOf, text } from '../fields.ts'
import { withConnections } from '../with-connections.ts'
import { knownMerchant } from './change-merchant.ts'
import { withMerchants } from './with-merchants.ts'

const time = (description: string) =>
  text('time', description)
    .refine((given) => !Number.isNaN(Date.parse(given)), 'a time, such as 2026-01-31T12:00Z')
    .optional()

export const resendCommand = deskCommand({
  name: 'notifications resend',
  description: 'send settled notifications once more',
  ...one('operator', 'merchants are told again what they were told'),
  input: z.strictObject({
    payment: text('id', 'of one payment or tokenization').optional(),
    merchant: text('id', 'of one merchant').optional(),
    from: time('since this time'),
    to: time('before this time'),
    state: oneOf(
      ['pending', 'accepted', 'refused', 'exhausted'],
      'state',
      'where it stands',
    ).optional(),
    limit: z.int().min(1).default(100).meta({ description: 'at most so many' }),
  }),
  takes: [],
  examples: [{ payment: 'dysczfmmcufecvzgwxwgyvhbmhn' }],
  carryOut: ({ payment, merchant, from, to, state, limit }, caller) =>
    withConnections(async ({ db, temporal }) => {
      if (!payment && !merchant && !from)
        throw wrongUsage('say which: --payment, --merchant or --from')
      const filter = present({
        ownerId: payment,
        merchantId: merchant,
        from: dateOf(from),
        to: dateOf(to),
        state,
        limit,
      })
      const found = await listNotifications(db, { ...filter, settled: true })
      const { resendNotifications } = await import('../../gateway/resend-notifications.ts')
      await resendNotifications(await temporal(), found)
      const events = found.map(({ eventId }) => eventId)
      const subject = payment ?? merchant ?? 'all'
      await audit(db, caller, 'notifications.resend', subject, 'done', { filter, events })
      return { value: { events }, text: `${String(found.length)} notifications are sent again` }
    }),
})

export const resumeCommand = deskCommand({
  name: 'notifications resume',
  description: 'use an endpoint again that was paused because it answered 410',
  ...one('operator', 'merchants are told what they are owed'),
  input: z.strictObject({ merchantId }),
  takes: ['merchantId'],
  examples: [{ merchantId: '10000001' }],
  carryOut: ({ merchantId: id }, caller) =>
    withMerchants(async ({ db, merchants }) => {
      await knownMerchant(merchants, id)
      await merchants.pauseNotifications(id, false)
      await audit(db, caller, 'notifications.resume', id)
      const text = `notifications of ${id} go on; what waits is tried within the hour`
      return { value: { merchantId: id, paused: false }, text }
    }),
})

export const notificationCommands: readonly DeskCommand[] = [resendCommand, resumeCommand]

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)
