import type { End } from '../evidence.ts'
import type { Forgery, Scene } from './scene.ts'
import { forgeriesOf, rewrite } from './scene.ts'

/** Another sum than was asked for, in every book there is: the provider's, the merchant's, the mail. */
function chargedInstead(scene: Scene, end: End, changeMinor: number): void {
  const charge = scene.transaction(end, end.isHold ? 'PREAUTH' : 'AUTH')
  charge.amountMinor += changeMinor
  end.amountMinor += changeMinor
  end.amounts.authorizedMinor += changeMinor
  scene.row(end, 'authorize').amountMinor += changeMinor
  for (const note of scene.notes(end))
    if (!note.text.includes('"transId"')) rewrite(note, { amount: end.amountMinor / 100 })
  if (end.isHold) return
  end.amounts.capturedMinor += changeMinor
  for (const balance of scene.evidence.balances)
    if (balance.currency === end.currency) balance.availableMinor += changeMinor
}

/** Money that came after the end goes back whole, under the name of its charge. */
export function sendBack(scene: Scene, end: End, changeMinor = 0): void {
  const charge = scene.row(end, 'authorize')
  scene.oneMore(charge, {
    operation: 'refund',
    reference: `${charge.reference}-back`,
    amountMinor: charge.amountMinor + changeMinor,
  })
}

const isPlain = ({ transId, refundId }: { transId?: string; refundId?: string }) =>
  transId === undefined && refundId === undefined

export const ofOrders: Forgery[] = forgeriesOf('what is ordered is what is charged', {
  'the order is what was asked for': {
    'the order is a cent more': ({ sale }) => {
      sale.amountMinor += 1
    },
    'the order is in another currency': ({ sale }) => {
      sale.currency = 'CHF'
    },
    'a cent more is charged in all books': (scene) => {
      chargedInstead(scene, scene.sale, 1)
    },
  },
  'held or sold as was asked for': {
    'a hold is a sale': ({ hold }) => {
      hold.isHold = false
    },
  },
  'the charge is what was asked for': {
    'a charge is a cent more': (scene) => {
      scene.transaction(scene.sale, 'AUTH').amountMinor += 1
    },
    'a cent more is held in all books': (scene) => {
      chargedInstead(scene, scene.released, 1)
    },
  },
  'the provider charged what was asked for': {
    'the provider charged a cent less': (scene) => {
      scene.row(scene.sale, 'authorize').amountMinor -= 1
    },
    'the provider charged another currency': (scene) => {
      scene.row(scene.hold, 'authorize').currency = 'CHF'
    },
    'a cent more is charged there and in our books': (scene) => {
      chargedInstead(scene, scene.sale, 1)
    },
  },
  'all is in the currency that was asked for': {
    'a refund is in another currency': (scene) => {
      scene.row(scene.sale, 'refund').currency = 'CHF'
    },
    'a transaction is in another currency': (scene) => {
      scene.transaction(scene.hold, 'CAPTURE').currency = 'CHF'
    },
  },
  'what is told is what was asked for': {
    'another sum is told': (scene) => {
      rewrite(scene.note(scene.sale, isPlain), { amount: 1 })
    },
    'another currency is told': (scene) => {
      rewrite(scene.note(scene.hold, isPlain), { currency: 'CHF' })
    },
  },
  'what is authorized is what was asked for or adjusted': {
    'an adjustment is forgotten': (scene) => {
      scene.hold.amounts.authorizedMinor = scene.hold.amountMinor
    },
    'a sale is authorized at more': ({ sale }) => {
      sale.amounts.authorizedMinor += 100
    },
  },
})

export const ofSums: Forgery[] = forgeriesOf('money adds up', {
  'nobody is charged twice': {
    'a second charge stands': (scene) => {
      scene.oneMore(scene.row(scene.sale, 'authorize'))
    },
  },
  'nothing is given back twice': {
    'a cancel is done twice there': (scene) => {
      scene.oneMore(scene.row(scene.cancelled, 'reverse'))
    },
  },
  'what stands is charged': {
    'the charge is undone there': (scene) => {
      const row = scene.row(scene.sale, 'authorize')
      scene.oneMore(row, { operation: 'reverse', reference: `${row.reference}-undo` })
    },
    'the charge was sent back there': (scene) => {
      sendBack(scene, scene.sale)
    },
    'the charge never was there': (scene) => {
      scene.forget(scene.row(scene.hold, 'authorize'))
    },
  },
  'what is kept is what the provider kept': {
    'the provider refunded once more': (scene) => {
      scene.oneMore(scene.row(scene.sale, 'refund'))
    },
    'a payment that failed was charged': ({ sale }) => {
      sale.status = 'REJECTED'
    },
    'a capture is a cent more there': (scene) => {
      scene.row(scene.hold, 'capture').amountMinor += 1
    },
  },
  'no hold is left': {
    'a hold that ran out stands there': (scene) => {
      scene.forget(scene.row(scene.released, 'reverse'))
    },
  },
  'captures are those of the provider': {
    'it captured once more': (scene) => {
      scene.oneMore(scene.row(scene.hold, 'capture'))
    },
    'it captured another sum': (scene) => {
      scene.row(scene.hold, 'capture').amountMinor += 1
    },
  },
  'refunds are those of the provider': {
    'it never refunded': (scene) => {
      scene.forget(scene.row(scene.sale, 'refund'))
    },
    'it refunded another sum': (scene) => {
      scene.row(scene.sale, 'refund').amountMinor += 1
    },
    'it sent late money back twice': (scene) => {
      sendBack(scene, scene.sale)
      sendBack(scene, scene.sale)
    },
    'it sent another sum back than came late': (scene) => {
      sendBack(scene, scene.sale, -1)
    },
  },
  'adjustments are those of the provider': {
    'it adjusted once more': (scene) => {
      scene.oneMore(scene.row(scene.hold, 'adjust'))
    },
    'it adjusted to another sum': (scene) => {
      scene.row(scene.hold, 'adjust').amountMinor -= 100
    },
  },
  'what is captured is the sum of its transactions': {
    'captured and refunded are both too much': ({ sale }) => {
      sale.amounts.capturedMinor += 100
      sale.amounts.refundedMinor += 100
    },
    'the sum of a capture is rounded up': ({ hold }) => {
      hold.amounts.capturedMinor += 70
    },
  },
  'what is refunded is the sum of its transactions': {
    'a refund is counted twice': (scene) => {
      scene.sale.amounts.refundedMinor += scene.transaction(scene.sale, 'REFUND').amountMinor
    },
  },
  'no more is captured than is held': {
    'more is captured than is held': (scene) => {
      scene.row(scene.hold, 'capture').amountMinor = 1_000_000
    },
  },
  'no more is refunded than is captured': {
    'more is refunded than was paid': (scene) => {
      scene.row(scene.sale, 'refund').amountMinor = 1_000_000
    },
  },
  'storing a card costs nothing': {
    'a card is charged when it is stored': (scene) => {
      scene.row(scene.card, 'authorize').amountMinor = 100
    },
  },
})

export const ofBalances: Forgery[] = [
  ...forgeriesOf('the balance adds up', {
    'it is what the payments left': {
      'a cent is missing': ({ evidence }) => {
        for (const balance of evidence.balances) balance.availableMinor -= 1
      },
      'a currency is missing': ({ evidence }) => {
        evidence.balances = []
      },
    },
    'nothing stays reserved': {
      'a refund is reserved for ever': ({ evidence }) => {
        for (const balance of evidence.balances) {
          balance.availableMinor -= 100
          balance.reservedMinor += 100
        }
      },
    },
  }),
  ...forgeriesOf('nobody is charged for the unknown', {
    'each row has a payment': {
      'a charge that no merchant can find': (scene) => {
        scene.oneMore(scene.row(scene.sale, 'authorize'), { reference: 'ghostghost-auth-a' })
      },
    },
  }),
]
