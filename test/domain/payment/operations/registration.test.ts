import { describe, expect, test } from 'vitest'
import { ask, cardInstrument, createCommand, NOW } from '../support.ts'

const { instrument: _, ...withoutInstrument } = createCommand()
const types = ({ events }: ReturnType<typeof ask>) => events.map(({ type }) => type)

describe('a new payment', () => {
  test('has all that the merchant said, and nothing has moved yet', () => {
    const part = { subpaymentId: 's', merchantId: 'm', amountMinor: 10_000, commissionMinor: 5 }
    const command = { ...withoutInstrument, subpayments: [part], linkId: 'link' }
    const { name: _name, paymentId, ...given } = command
    expect(ask(undefined, command).events).toStrictEqual([
      {
        type: 'created',
        payment: {
          ...given,
          id: paymentId,
          version: 0,
          phase: 'gathering',
          createdAt: NOW,
          updatedAt: NOW,
          validUntil: NOW + 1_800_000,
          requestId: 'request',
          authorizations: 0,
          inquiries: 0,
          authorizedMinor: 0,
          capturedMinor: 0,
          refundedMinor: 0,
          reservedMinor: 0,
          transactions: [],
          refunds: [],
          subpayments: [
            { ...part, refundedMinor: 0, reservedMinor: 0, commissionRefundedMinor: 0 },
          ],
          calls: [],
          clockOffsetMs: 0,
          notificationSequence: 0,
        },
      },
    ])
  })

  test('waits for what is missing, and starts when nothing is', () => {
    expect(types(ask(undefined, withoutInstrument))).toEqual(['created'])
    expect(types(ask(undefined, createCommand()))).toEqual(['created', 'authenticationStarted'])
  })

  test('that its merchant may not make is rejected at once', () => {
    const decision = ask(undefined, createCommand({ earlyReject: 'UNSUPPORTED_BIN' }))
    expect(decision.outcome).toEqual({ accepted: true })
    expect(decision.events).toMatchObject([
      { type: 'created' },
      { type: 'rejected', rejectCode: 'UNSUPPORTED_BIN' },
    ])
    expect(decision.events[0]).not.toHaveProperty('payment.earlyReject')
  })

  test('that came too late is kept as something that did not happen', () => {
    const decision = ask(undefined, createCommand(), { notAfter: NOW - 1 })
    expect(decision.outcome).toEqual({ accepted: false, code: 'command_expired' })
    expect(decision.events).toMatchObject([
      { type: 'created' },
      { type: 'cancelled', rejectCode: 'SYSTEM_ERROR' },
    ])
  })

  test('of an order that is paid is rejected, and so is a token that cannot be used', () => {
    const paid = ask(undefined, createCommand(), { wall: 'orderPaid' })
    expect(paid.events[1]).toEqual({ type: 'rejected', rejectCode: 'ORDER_ALREADY_PAID' })
    const instrument = { ...cardInstrument, tokenUsable: false }
    const token = ask(undefined, createCommand({ instrument }))
    expect(token.events[1]).toEqual({ type: 'rejected', rejectCode: 'TOKEN_NOT_USABLE' })
  })
})
