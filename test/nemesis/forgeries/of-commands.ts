import type { Forgery, Scene } from './scene.ts'
import { answerOnly, forgeriesOf } from './scene.ts'

const GHOST = 'ghostghostghost'

const createdTwice = ({ evidence, sale }: Scene) =>
  evidence.commands.push({
    name: 'create',
    subject: sale.id,
    extOrderId: 'another',
    sentAt: 1,
    answers: [],
  })

/** The same refund once more, in every book there is. */
const refundedTwice = (scene: Scene) => {
  const { evidence, sale } = scene
  const refund = scene.transaction(sale, 'REFUND')
  sale.transactions.push({ ...refund, transId: `${refund.transId}b` })
  sale.amounts.refundedMinor += refund.amountMinor
  scene.oneMore(scene.row(sale, 'refund'))
  for (const balance of evidence.balances)
    if (balance.currency === sale.currency) balance.availableMinor -= refund.amountMinor
}

export const ofCreates: Forgery[] = forgeriesOf('one create makes one payment', {
  'no create makes two': {
    'an order has two payments': ({ evidence, sale }) =>
      evidence.ends.push({ ...sale, id: GHOST, status: 'REJECTED', transactions: [] }),
  },
  'what was acknowledged was made': {
    'a payment is gone': (scene) => {
      scene.forget(scene.sale)
    },
  },
  'no two creates share a payment': { 'two orders are one payment': createdTwice },
  'no payment makes itself': {
    'a payment that nobody asked for': ({ evidence, sale }) =>
      evidence.ends.push({ ...sale, id: GHOST, extOrderId: 'nobody' }),
    'a payment whose create is another': (scene) => {
      scene.forget(scene.createOf(scene.hold))
    },
  },
  'no card stores itself': {
    'more cards than were to be stored': ({ evidence, card }) => {
      for (const { sentAt } of evidence.commands)
        evidence.ends.push({ ...card, id: `${GHOST}${letters(sentAt)}` })
    },
  },
})

const letters = (value: number): string =>
  String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)))

export const ofAcknowledgements: Forgery[] = forgeriesOf('what was acknowledged happened once', {
  'what was commanded is there': {
    'the payment of a refund is gone': (scene) => {
      scene.forget(scene.sale)
    },
    'the card of a discard is gone': (scene) => {
      scene.forget(scene.discarded)
    },
  },
  'its transaction is there once': {
    'a refund is lost': ({ sale }) => {
      sale.transactions = sale.transactions.filter(({ type }) => type !== 'REFUND')
    },
    'a capture is there twice': (scene) =>
      scene.hold.transactions.push({ ...scene.transaction(scene.hold, 'CAPTURE') }),
  },
  'its transaction ends': {
    'a refund never ends': (scene) => {
      scene.transaction(scene.sale, 'REFUND').status = 'PENDING'
    },
  },
  'its transaction is of what was asked for': {
    'a refund is a cent short': (scene) => {
      scene.transaction(scene.sale, 'REFUND').amountMinor -= 1
    },
    'an adjustment is a cent more': (scene) => {
      scene.transaction(scene.hold, 'ADJUSTMENT').amountMinor += 1
    },
  },
  'no two commands share a transaction': {
    'a second refund is answered with the first': (scene) => {
      const first = scene.commandOf(scene.sale, 'refund')
      scene.evidence.commands.push({ ...first, key: 'another' })
    },
  },
  'a cancel ends its payment': {
    'a payment outlives its cancel': ({ cancelled }) => {
      cancelled.status = 'COMPLETED'
    },
  },
  'a card that was forgotten is': {
    'a card outlives its discard': ({ discarded }) => {
      discarded.status = 'COMPLETED'
    },
  },
})

export const ofEffects: Forgery[] = forgeriesOf('only what was commanded happened', {
  'no create that was refused happened': {
    'what was answered 503 without a key is paid': (scene) => {
      const create = scene.createOf(scene.sale)
      delete create.key
      answerOnly(create, 503)
    },
    'what was answered 400 is paid': (scene) => {
      answerOnly(scene.createOf(scene.hold), 400)
    },
  },
  'each transaction has a command of its own': {
    'a refund was answered 503 without a key': (scene) => {
      const refund = scene.commandOf(scene.sale, 'refund')
      delete refund.key
      answerOnly(refund, 503)
    },
    'a capture was refused': (scene) => {
      answerOnly(scene.commandOf(scene.hold, 'capture'), 409)
    },
    'nobody asked for an adjustment': (scene) => {
      scene.forget(scene.commandOf(scene.hold, 'adjustment'))
    },
    'one refund was done twice on all sides': refundedTwice,
    'one refund whose answer nobody got was done twice on all sides': (scene) => {
      const refund = scene.commandOf(scene.sale, 'refund')
      refund.key = 'lost'
      answerOnly(refund, 0)
      refundedTwice(scene)
    },
  },
  'one create charges once': {
    'two charges of one create': (scene) =>
      scene.sale.transactions.unshift({
        ...scene.transaction(scene.sale, 'AUTH'),
        transId: 'another',
      }),
  },
  'each cancel has a command of its own': {
    'a cancel that was refused happened': (scene) => {
      answerOnly(scene.commandOf(scene.cancelled, 'cancel'), 409)
    },
    'one cancel was done twice': (scene) =>
      scene.cancelled.transactions.push({
        ...scene.transaction(scene.cancelled, 'CANCEL'),
        transId: 'another',
      }),
  },
  'what the merchant cancelled he commanded': {
    'nobody cancelled': (scene) => {
      scene.forget(scene.commandOf(scene.cancelled, 'cancel'))
    },
    'a hold that ran out is called cancelled': ({ released }) => {
      released.rejectCode = 'CANCELLED_BY_MERCHANT'
    },
  },
  'no card is forgotten by itself': {
    'a card is gone': ({ card }) => {
      card.status = 'DISCARDED'
    },
  },
})

export const ofAnswers: Forgery[] = forgeriesOf('answers under a key are stable', {
  'what is commanded later is answered alike to the letter': {
    'a refund is answered with another': (scene) => {
      const again = scene.repeated(({ name }) => name === 'refund')
      again.answers.push({ at: 3, status: 200, body: { transId: 'another' } })
    },
  },
  'a create names one payment': {
    'a create is answered with another payment': (scene) => {
      const again = scene.repeated(({ name }) => name === 'create')
      again.answers.push({ at: 3, status: 200, body: { paymentId: scene.hold.id } })
    },
  },
  'what was done is not refused afterwards': {
    'a create is refused afterwards': (scene) => {
      const again = scene.repeated(({ name }) => name === 'create')
      again.answers.push({ at: 3, status: 409, body: {} })
    },
  },
})
