import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Status } from '../../contract/answers.ts'
import { optional } from '../../contract/fields.ts'
import { waitSeconds } from '../../contract/wire/queries.ts'
import { PaymentStatus } from '../../contract/reads.ts'
import type { Payment } from '../../domain/payment/payment.ts'
import { paymentStatus } from '../../domain/payment/view.ts'
import type { Stay } from '../../postgres/joint-waits.ts'
import { endpoint, reply } from '../endpoint.ts'
import { audienceOf } from '../commands/send-command.ts'
import type { Uses } from '../services.ts'

const Query = z.object({
  wait: optional(waitSeconds('Hold the answer until the status changes, at most so many seconds')),
  while: optional(
    Status.describe('With `wait`: hold the answer for as long as the status is this one'),
  ),
})

export const getPaymentStatus = endpoint({
  method: 'get',
  path: '/payment/:paymentId/status',
  tag: 'Payments',
  summary: 'Status of a payment',
  description:
    'With wait, the answer is held until it differs from the one that If-None-Match names, else ' +
    'from the present one; with wait and while, for as long as the status is the one that while ' +
    'names, so that after a create one request brings the outcome (`?wait=20&while=PENDING`). An ' +
    'answer that is known already is a 304. Twenty may be held at once for one payment, and a ' +
    'thousand for a caller; more are 429.',
  resource: 'PAYMENT',
  client: true,
  clientAfterEnd: true,
  subject: 'payment',
  query: Query,
  answer: PaymentStatus,
  rejects: [],
  handle: async (services, { payment, caller, query, headers, hungUp }) => {
    const show = (one: Payment) =>
      paymentStatus(one, services.config.server.publicUrl, audienceOf(caller))
    const known = headers['if-none-match'] ?? ''
    const waitMs = (query.wait ?? 0) * 1000
    const since = known === '' ? etagOf(show(payment)) : known
    const isNews = (one: Payment) =>
      query.while === undefined ? etagOf(show(one)) !== since : show(one).status !== query.while
    const stay = { timeoutMs: waitMs, signal: hungUp }
    const latest =
      waitMs === 0 || isNews(payment)
        ? payment
        : await services.places.forSubject(caller, payment.id, () =>
            changed(services, payment, stay, isNews),
          )
    const body = show(latest)
    const etag = etagOf(body)
    return reply(body, { status: etag === known ? 304 : 200, headers: { etag } })
  },
})

async function changed(
  { payments }: Uses<'payments'>,
  payment: Payment,
  { timeoutMs, signal }: Stay,
  isChanged: (payment: Payment) => boolean,
): Promise<Payment> {
  const end = Date.now() + timeoutMs
  let latest = payment
  while (!isChanged(latest) && Date.now() < end && !signal?.aborted) {
    const asked = Date.now()
    const { id, version } = latest
    latest = (await payments.waitForNewer(id, version, end - asked, signal)) ?? latest
    // A wait that returns early without news must not become a busy loop.
    if (!isChanged(latest) && Date.now() - asked < 50) await sleep(50)
  }
  return latest
}

const etagOf = (body: object): string =>
  `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
