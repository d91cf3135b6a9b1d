import { CommandFailure } from '../../desk/failure.ts'
import {
  AMOUNT,
  cardPayment,
  create,
  payment,
  postForm,
  read,
  refund,
  sale,
} from './sandbox-payer.ts'
import type { Ending, Play } from './sandbox-payer.ts'

interface Scenario {
  what: string
  /** How it ends when everything works; compared with what came of it. */
  ends: Ending
  run: (play: Play) => Promise<Ending>
}

/** Cards of the sandbox's table of test data. */
const cards = {
  approved: '4000000000001000',
  challenged: '4000000000001026',
  declined: '4000000000001208',
  poor: '4000000000001216',
  wrongCvv: '4000000000001232',
  answerLost: '4000000000001406',
}

const completed: Ending = { status: 'COMPLETED' }
const rejected = (rejectCode: string): Ending => ({ status: 'REJECTED', rejectCode })

const card = (what: string, instrumentNo: string, ends: Ending): Scenario => ({
  what,
  ends,
  run: (play) => sale(play, cardPayment(instrumentNo)),
})

const blik = (what: string, code: string, ends: Ending): Scenario => ({
  what,
  ends,
  run: (play) => sale(play, { method: 'BLIK', instrument: { type: 'BLIK_CODE', code } }),
})

const challenge = (what: string, otp: string, ends: Ending): Scenario => ({
  what,
  ends,
  run: async (play) => {
    const { paymentId, acsData } = await create(play, cardPayment(cards.challenged))
    const { acsURL, creqPayload, acsTxnId } = acsData ?? {}
    if (!acsURL || !creqPayload || !acsTxnId) throw new CommandFailure('no challenge was asked for')
    await postForm(play, new URL(acsURL), { creq: creqPayload })
    await postForm(play, new URL('/acs/decision', acsURL), { acsTransID: acsTxnId, otp })
    return payment(play, paymentId)
  },
})

const refunded = (what: string, amount: number, ends: Ending): Scenario => ({
  what,
  ends,
  run: async (play) => {
    const { paymentId = '' } = await sale(play, cardPayment(cards.approved))
    return refund(play, paymentId, amount)
  },
})

const transfer = (what: string, decision: string, ends: Ending): Scenario => ({
  what,
  ends,
  run: async (play) => {
    const instrument = { type: 'PBL' as const, bank: 'SIMBANK' }
    const { paymentId, redirectURL } = await create(play, { method: 'PBL', instrument })
    if (redirectURL === undefined) throw new CommandFailure('no bank to send the payer to')
    const page = new URL(redirectURL)
    const fields = Object.fromEntries(page.searchParams)
    await postForm(play, new URL('decision', page), { ...fields, decision })
    return payment(play, paymentId)
  },
})

async function hold(play: Play): Promise<string> {
  const options = { transKind: 'PREAUTH' as const }
  const { paymentId = '' } = await sale(play, cardPayment(cards.approved, { options }))
  return paymentId
}

async function capture(play: Play): Promise<Ending> {
  const paymentId = await hold(play)
  const { tollgate, step } = play
  const { transId } = await tollgate.payments.capture(paymentId, { amount: AMOUNT - 20 })
  step(`POST /payment/${paymentId}/capture: ${transId ?? ''}`)
  const { status } = await read(
    play,
    `GET /payment/${paymentId}/transactions`,
    async () => {
      const all = await tollgate.call('listTransactions', { params: { paymentId } })
      return all.find((one) => one.transId === transId) ?? { status: 'PENDING' }
    },
    (found) => found.status !== 'PENDING',
  )
  return { paymentId, captureStatus: status }
}

async function cancelledHold(play: Play): Promise<Ending> {
  const paymentId = await hold(play)
  await play.tollgate.payments.cancel(paymentId)
  const { status } = await read(
    play,
    `GET /payment/${paymentId}`,
    () => play.tollgate.payments.get(paymentId),
    (found) => found.status === 'CANCELLED',
  )
  return { paymentId, status }
}

async function storedCard(play: Play): Promise<Ending> {
  const { tollgate, merchantId, step } = play
  const { tokenizerId } = await tollgate.call('createTokenization', {
    body: {
      channel: 'WEBAPI',
      instrument: { type: 'CARD', instrumentNo: cards.approved, expDate: '203012', cvv: '123' },
      merchant: { merchantId },
      customer: { email: 'payer@example.com', extCustomerId: 'a-customer' },
      device: { browserData: { javascriptEnabled: false, language: 'pl-PL' } },
    },
  })
  step(`POST /tokenizer: ${tokenizerId}`)
  const { status } = await read(
    play,
    `GET /tokenizer/${tokenizerId}`,
    () => tollgate.call('getTokenization', { params: { tokenizerId } }),
    (found) => !['NEW', 'PENDING'].includes(found.status),
  )
  return { tokenizerId, status }
}

async function onOurPage(play: Play): Promise<Ending> {
  const made = await create(play, { channel: 'PAYWALL', method: 'UNKNOWN' })
  return { paymentId: made.paymentId, status: made.status, page: made.redirectURL ?? '' }
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  paid: card('a card is charged', cards.approved, completed),
  declined: card('the issuer says no', cards.declined, rejected('DO_NOT_HONOUR')),
  'no-funds': card('the card has not enough', cards.poor, rejected('INSUFFICIENT_FUNDS')),
  'wrong-cvv': card('the CVV is wrong', cards.wrongCvv, rejected('CVV_MISMATCH')),
  'lost-answer': card(
    "the acquirer's answer is lost, and found out by asking",
    cards.answerLost,
    completed,
  ),
  challenge: challenge('3-D Secure asks, the payer gives the right code', '123456', completed),
  'challenge-failed': challenge(
    '3-D Secure asks, the payer gives a wrong code',
    '000000',
    rejected('AUTHENTICATION_FAILED'),
  ),
  refund: refunded('a part of a sale is refunded', 30, { refundStatus: 'COMPLETED' }),
  'refund-refused': refunded('the acquirer refuses a refund', 30.41, { refundStatus: 'REJECTED' }),
  capture: {
    what: 'a hold is captured in part',
    ends: { captureStatus: 'COMPLETED' },
    run: capture,
  },
  'hold-cancelled': {
    what: 'a hold is given back',
    ends: { status: 'CANCELLED' },
    run: cancelledHold,
  },
  blik: blik('the payer confirms a BLIK code', '777123', completed),
  'blik-declined': blik(
    'the payer declines in the bank app',
    '100003',
    rejected('DECLINED_BY_PAYER'),
  ),
  'blik-wrong': blik('the BLIK code is wrong', '100001', rejected('BLIK_CODE_INVALID')),
  transfer: transfer('the payer pays at the bank', 'pay', completed),
  'transfer-declined': transfer(
    'the payer declines at the bank',
    'decline',
    rejected('DECLINED_BY_PAYER'),
  ),
  'stored-card': { what: 'a card is stored for later', ends: completed, run: storedCard },
  page: {
    what: 'a payment on our page, for you to pay: prints its link',
    ends: { status: 'NEW' },
    run: onOurPage,
  },
}
