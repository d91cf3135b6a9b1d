import type { Request, Response } from 'express'
import { completeCommand } from '../http/complete-command.ts'
import { completeTokenizationCommand } from '../http/complete-tokenization-command.ts'
import { contextOf } from '../http/context.ts'
import { sendCommand } from '../http/send-command.ts'
import { sendTokenizationCommand } from '../http/send-tokenization-command.ts'
import type { Services } from '../http/services.ts'
import type { Payer } from './payer.ts'
import { deviceOf } from './read-form.ts'
import type { Fields, GivenForm } from './read-form.ts'

interface Posted {
  request: Request
  response: Response
  payer: Payer
}

/** Gives the payment what the payer typed, by the same way as the API. */
export async function giveInstrument(
  services: Services,
  posted: Posted,
  { replace, instrument }: GivenForm,
  fields: Fields,
): Promise<void> {
  const { caller, subject } = posted.payer
  const details = { ...(instrument && { instrument }), device: deviceOf(posted.request, fields) }
  const request = keyless(posted)
  const options = { waitForPayer: true }
  if (subject.kind === 'payment') {
    const payment = subject.state
    const command = await completeCommand(services, { caller, payment }, details, { replace })
    await sendCommand(services, { ...request, payment }, command, options)
  } else {
    const tokenization = subject.state
    const command = await completeTokenizationCommand(services, tokenization, details, {
      replace,
    })
    await sendTokenizationCommand(services, { ...request, tokenization }, command, options)
  }
}

export async function cancelByPayer(services: Services, posted: Posted): Promise<void> {
  const { subject } = posted.payer
  const command = { name: 'cancel', by: 'customer' } as const
  const request = keyless(posted)
  if (subject.kind === 'payment')
    await sendCommand(services, { ...request, payment: subject.state }, command)
  else await sendTokenizationCommand(services, { ...request, tokenization: subject.state }, command)
}

/** A form has no Idempotency-Key; the phases of the payment see to it that it counts once. */
const keyless = ({ request, response, payer: { caller } }: Posted) => ({
  method: request.method,
  path: request.path,
  body: undefined,
  requestId: contextOf(response).requestId,
  caller,
})
