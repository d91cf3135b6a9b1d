import { describe, expect, test } from 'vitest'
import type { Instrument } from '../../../src/domain/instrument.ts'
import type { Payment } from '../../../src/domain/payment/payment.ts'
import { referencePayment } from '../../../src/http/intake/reference-payment.ts'
import { createCommand, Story } from '../../domain/payment/support.ts'

const VALUE = 'agreed'
const wish = (options: object) => ({ ...createCommand().options, ...options })

/** A first payment by BLIK that has registered a PAYID. */
function agreed(options: object = {}, alias?: Payment['alias']): Payment {
  const { state } = Story.completed({ options: wish({ recurring: 'INITIAL', ...options }) })
  const registerAlias = { type: 'PAYID', value: VALUE, label: 'Shop' }
  return { ...state, ...(alias && { alias }), options: { ...state.options, registerAlias } }
}

const find = (first: Payment, instrument: Instrument) =>
  referencePayment(
    { payments: { find: () => Promise.resolve(first) } } as unknown as Parameters<
      typeof referencePayment
    >[0],
    { merchantId: first.merchantId } as Parameters<typeof referencePayment>[1],
    { recurring: 'SUBSEQUENT', refPaymentId: first.id },
    instrument,
  )

const payId = (alias = VALUE): Instrument => ({ type: 'BLIK_PAYID', alias })

describe('the first payment of an agreement by BLIK', () => {
  test('is usable with the PAYID that it registered', async () => {
    const first = agreed({}, { value: VALUE, status: 'REGISTERED' })
    expect(await find(first, payId())).toBe(first)
  })

  test.each([
    ['another alias', agreed(), payId('another')],
    [
      'an alias that was not registered',
      agreed({}, { value: VALUE, status: 'UNREGISTERED' }),
      payId(),
    ],
    ['an alias that has ended', agreed({}, { value: VALUE, status: 'EXPIRED' }), payId()],
    ['an agreement that is over', agreed({ recurringExpDate: '20200131' }), payId()],
    ['an alias that the payer confirms', agreed(), { type: 'BLIK_UID', alias: VALUE }],
  ] satisfies [string, Payment, Instrument][])('is not with %s', async (_, first, instrument) => {
    await expect(find(first, instrument)).rejects.toMatchObject({
      code: 'reference_payment_not_usable',
    })
  })
})
