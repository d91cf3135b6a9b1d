import type { Request, Response } from 'express'
import type { InstrumentAttributes } from '../contract/instrument.ts'
import type { ThreeDsMethod } from '../domain/instrument.ts'
import type { PaymentCommandOf } from '../domain/payment/commands.ts'
import type { Payment } from '../domain/payment/payment.ts'
import type { Tokenization } from '../domain/tokenization/tokenization.ts'
import { cancelCommand } from '../domain/payment/cancel-command.ts'
import type { IntakeParts, Uses } from '../http/for-checkout.ts'
import {
  completeCommand,
  completeTokenizationCommand,
  contextOf,
  discardToken,
  sendCommand,
  sendTokenizationCommand,
} from '../http/for-checkout.ts'
import type { Payer } from './payer.ts'
import { deviceOf } from './read-form.ts'
import type { Fields, GivenForm } from './read-form.ts'
import { present } from '../domain/present.ts'

interface Posted {
  request: Request
  response: Response
  payer: Payer
}

/** Gives the payment what the payer typed, by the same way as the API. */
export async function giveInstrument(
  services: IntakeParts & Uses<'config' | 'gateway' | 'ids' | 'payments' | 'threeDsMethod'>,
  posted: Posted,
  { replace, instrument }: GivenForm,
  fields: Fields,
): Promise<void> {
  const { caller, subject } = posted.payer
  const details = { ...present({ instrument }), device: deviceOf(posted.request, fields) }
  const request = keyless(posted)
  const options = { waitForPayer: true }
  if (subject.kind === 'payment') {
    const payment = subject.state
    const [command, method] = await Promise.all([
      completeCommand(services, { caller, payment }, details, { replace }),
      methodOf(services, payment, instrument, fields),
    ])
    await sendCommand(services, { ...request, payment }, withMethod(command, method), options)
  } else {
    const tokenization = subject.state
    const command = await completeTokenizationCommand(services, tokenization, details, { replace })
    await sendTokenizationCommand(services, { ...request, tokenization }, command, options)
  }
}

export async function cancelByPayer(
  services: Uses<'config' | 'gateway' | 'givesMoneyBack' | 'ids' | 'secrets'>,
  posted: Posted,
): Promise<void> {
  const { subject } = posted.payer
  const request = keyless(posted)
  const by = 'customer'
  if (subject.kind === 'payment') {
    const payment = subject.state
    await sendCommand(services, { ...request, payment }, cancelCommand(services, payment, { by }))
  } else {
    const tokenization = subject.state
    await sendTokenizationCommand(services, { ...request, tokenization }, { name: 'cancel', by })
  }
}

/** A stored card of the customer; it is another workflow than that of the payment. */
export async function discardByPayer(
  services: Uses<'config' | 'gateway' | 'ids' | 'secrets'>,
  posted: Posted,
  tokenization: Tokenization,
): Promise<void> {
  await discardToken(services, { ...keyless(posted), tokenization })
}

/** A page that the card's issuer wants to run; only a browser with scripts can. */
async function methodOf(
  { threeDsMethod }: Uses<'threeDsMethod'>,
  { merchantId, merchant }: Payment,
  instrument: InstrumentAttributes | undefined,
  fields: Fields,
): Promise<ThreeDsMethod | undefined> {
  const number = instrument?.type === 'CARD' ? instrument.instrumentNo : undefined
  return number && fields['javascriptEnabled'] === 'true'
    ? threeDsMethod({ merchantId, threeds: merchant.threeds }, number)
    : undefined
}

const withMethod = (
  { instrument, ...command }: PaymentCommandOf<'complete'>,
  threeDsMethod: ThreeDsMethod | undefined,
): PaymentCommandOf<'complete'> => ({
  ...command,
  ...(instrument && { instrument: { ...instrument, ...present({ threeDsMethod }) } }),
})

/** A form has no Idempotency-Key; the phases of the payment see to it that it counts once. */
const keyless = ({ request, response, payer: { caller } }: Posted) => ({
  method: request.method,
  path: request.path,
  body: undefined,
  requestId: contextOf(response).requestId,
  caller,
})
