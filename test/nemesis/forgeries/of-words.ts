import type { Forgery } from './scene.ts'
import { forgeriesOf, rewrite } from './scene.ts'
import { readNote } from '../rules/rule.ts'

export const ofStatuses: Forgery[] = forgeriesOf('no status goes backwards', {
  'what was answered is not taken back': {
    'what was answered REJECTED is paid': (scene) => {
      for (const answer of scene.createOf(scene.sale).answers) answer.body.status = 'REJECTED'
    },
    'what was answered COMPLETED is NEW': (scene) => {
      for (const answer of scene.createOf(scene.sale).answers) answer.body.status = 'COMPLETED'
      scene.sale.status = 'NEW'
    },
  },
  'what was told is not taken back': {
    'what was told to be paid has failed': ({ sale }) => {
      sale.status = 'REJECTED'
    },
    'the end is told before what was paid': (scene) => {
      const first = scene.note(scene.hold, ({ sequence }) => sequence === 1)
      rewrite(first, { status: 'CANCELLED' })
    },
  },
})

export const ofMail: Forgery[] = [
  ...forgeriesOf('notifications are genuine and in order', {
    'each is signed': {
      'a letter is not ours': (scene) => {
        scene.note(scene.sale, () => true).isGenuine = false
      },
    },
    'each is told in one way': {
      'the same event is told otherwise': (scene) => {
        const [note] = scene.notes(scene.sale)
        if (!note) throw new Error('no letter')
        const again = { ...note }
        rewrite(again, { status: 'REJECTED' })
        scene.evidence.notes.push(again)
      },
    },
    'a later one waits for the earlier': {
      'the first letter was never sent': (scene) => {
        scene.forget(...scene.notes(scene.sale).filter(({ text }) => readNote(text).sequence === 1))
      },
      'the first letter was never accepted': (scene) => {
        for (const note of scene.notes(scene.hold))
          if (readNote(note.text).sequence === 1) note.answered = 500
      },
    },
    'each is about something that is there': {
      'a letter about nothing': (scene) => {
        const note = { ...scene.note(scene.sale, () => true) }
        rewrite(note, { eventId: 'ghostghost_1' })
        scene.evidence.notes.push(note)
      },
    },
    'each transaction that is told of is there': {
      'a refund is told that is not there': (scene) => {
        const note = scene.note(scene.sale, ({ transId }) => transId !== undefined)
        rewrite(note, { transId: 'another' })
      },
    },
    'each is told with its own sum': {
      'a refund is told as another sum': (scene) => {
        const note = scene.note(scene.sale, ({ transId }) => transId !== undefined)
        rewrite(note, { amount: 0.01 })
      },
      'a capture is told in another currency': (scene) => {
        const { transId: wanted } = scene.transaction(scene.hold, 'CAPTURE')
        const note = scene.note(scene.hold, ({ transId }) => transId === wanted)
        rewrite(note, { currency: 'CHF' })
      },
    },
  }),
  ...forgeriesOf('everything is told', {
    'each end is told': {
      'a merchant never hears of a payment': (scene) => {
        scene.forget(...scene.notes(scene.sale))
      },
      'a merchant never accepts the end of a card': (scene) => {
        for (const note of scene.notes(scene.card)) note.answered = 500
      },
    },
    'each end of a transaction is told': {
      'a capture is never told': (scene) => {
        const { transId: wanted } = scene.transaction(scene.hold, 'CAPTURE')
        const about = scene.notes(scene.hold).filter((one) => readNote(one.text).transId === wanted)
        scene.forget(...about)
      },
      'a refund is told to have failed': (scene) => {
        const { transId: wanted } = scene.transaction(scene.sale, 'REFUND')
        for (const note of scene.notes(scene.sale))
          if (readNote(note.text).transId === wanted) rewrite(note, { status: 'REJECTED' })
      },
    },
  }),
  ...forgeriesOf('nothing is stuck', {
    'each is at its end': {
      'a payment waits for nothing': ({ sale }) => {
        sale.status = 'PENDING'
      },
      'a card waits for nothing': ({ card }) => {
        card.status = 'NEW'
      },
    },
    'each transaction is at its end': {
      'a capture is under way for ever': (scene) => {
        scene.transaction(scene.hold, 'CAPTURE').status = 'PENDING'
      },
    },
  }),
]
