import { CommandAnswer } from '../../contract/answers.ts'
import { CreatePaymentRequest } from '../../contract/payment.ts'
import { createAnswer } from '../../domain/payment/view.ts'
import { accepted } from '../commands/accepted.ts'
import { createCommand } from '../commands/create-command.ts'
import { endpoint, reply } from '../endpoint.ts'
import { forgetSecret } from '../commands/forget-secret.ts'
import { giveSecretAgain, hasLostSecret } from '../commands/give-secret-again.ts'
import { metaOf } from '../commands/meta.ts'
import { payerGrants } from '../commands/payer-grants.ts'
import { permitOwnMerchant } from '../auth/permit-own-merchant.ts'
import type { Uses } from '../services.ts'

export const createPayment = endpoint({
  method: 'post',
  path: '/payment',
  tag: 'Payments',
  summary: 'Initiate a payment',
  description:
    'Acknowledges the payment and carries what the payer has to do next. It never answers ' +
    'COMPLETED: read the status, or wait for the notification. A final status comes only with an ' +
    'early error, together with rejectCode.',
  resource: 'PAYMENT',
  keyed: true,
  body: CreatePaymentRequest,
  permit: permitOwnMerchant,
  answer: CommandAnswer,
  rejects: [
    'wrong_merchant',
    'agent_without_agreement',
    'subpayments_do_not_add_up',
    'marketplace_agreement_missing',
    'reference_payment_not_usable',
  ],
  handle: async (services, request) => {
    const meta = metaOf(request, services, { waitForPayer: true })
    const paymentId = paymentIdOf(services, request.idempotencyKey, meta.commandId)
    const command = await createCommand(services, request.caller, paymentId, request.body)
    const made = accepted(await services.gateway.create(command, meta))
    const { replayed } = made
    const payment = replayed
      ? await giveSecretAgain(services, request, made.payment, command.instrument)
      : made.payment
    forgetSecret(services, payment)
    const { publicUrl } = services.config.server
    return reply(createAnswer(payment, { publicUrl }), { replayed })
  },
  repeated: async (services, request, { paymentId }) => {
    const payment = await services.payments.find(String(paymentId))
    if (!payment || !hasLostSecret(payment)) return
    const { instrument } = await createCommand(services, request.caller, payment.id, request.body)
    await giveSecretAgain(services, request, payment, instrument)
  },
  minted: (services, { caller }, body) => payerGrants(services, caller, body),
})

/** Under a key the same request makes the same id, whichever process gets it. */
const paymentIdOf = ({ ids }: Uses<'ids'>, key: string | undefined, commandId: string): string =>
  key === undefined ? ids.random() : ids.keyed('payment', commandId)
