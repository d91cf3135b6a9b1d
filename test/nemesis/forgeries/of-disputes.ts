import type { BankDispute, End } from '../evidence.ts'
import { subjectOf } from '../evidence.ts'
import { readNote } from '../rules/rule.ts'
import type { Forgery, Scene } from './scene.ts'
import { answerOnly, forgeriesOf, found } from './scene.ts'

/** The bank's own side of a dispute. */
const bankOf = ({ evidence }: Scene, { dispute }: End): BankDispute =>
  found(evidence.disputed.find((one) => subjectOf(one.reference) === dispute?.paymentId))

const movesOf = ({ dispute }: End) => found(dispute?.moves)

/** What a dispute took is taken once more, wherever the merchant looks. */
const takenTwice = ({ evidence, won }: Scene): void => {
  const first = found(movesOf(won)[0])
  movesOf(won).push(first)
  for (const balance of evidence.balances)
    if (balance.currency === won.currency) balance.availableMinor -= first.amountMinor
}

const refundAfter = ({ evidence, lost }: Scene): void => {
  const letter = found(
    evidence.notes.findLast(({ text }) => subjectOf(readNote(text).eventId) === lost.id),
  )
  const sentAt = Date.parse(letter.receivedAt) + 1
  evidence.commands.push({
    name: 'refund',
    subject: found(lost.dispute).paymentId,
    amountMinor: 500,
    sentAt,
    answers: [{ at: sentAt, status: 200, body: {} }],
  })
}

export const ofDisputes: Forgery[] = forgeriesOf('disputes are those of the bank', {
  'each is there once': {
    'a dispute was never heard of': (scene) => {
      scene.forget(scene.won)
    },
    'a dispute is there twice': ({ evidence, won }) =>
      evidence.ends.push({ ...won, id: 'ghostghostghost' }),
  },
  'none makes itself': {
    'a dispute that no bank knows': (scene) => {
      const bank = bankOf(scene, scene.won)
      scene.evidence.disputed = scene.evidence.disputed.filter((one) => one !== bank)
    },
  },
  'it is about what the bank disputes': {
    'it is of a cent more': ({ won }) => {
      won.amountMinor += 1
    },
    'it is in another currency': ({ won }) => {
      won.currency = 'CHF'
    },
  },
  'its money moved once each time': {
    'the same money is taken twice': takenTwice,
    'what was won is not given back': ({ won }) => {
      movesOf(won).pop()
    },
    'the bank took it once more': (scene) => {
      const { moves } = bankOf(scene, scene.lost)
      moves.push(found(moves[0]))
    },
  },
  'it stands as the bank says': {
    'what is lost is told as won': (scene) => {
      scene.lost.status = 'WON'
    },
    'the bank has never heard the answer': (scene) => {
      bankOf(scene, scene.won).status = 'NEEDS_RESPONSE'
    },
  },
  'no answer gives itself': {
    'evidence goes out that nobody submitted': (scene) => {
      for (const one of scene.evidence.commands)
        if (one.subject === scene.won.id) answerOnly(one, 409)
    },
  },
  'an answer arrives, or is said not to have': {
    'a submit is answered and forgotten': (scene) => {
      Object.assign(bankOf(scene, scene.won), { status: 'NEEDS_RESPONSE', isAnswered: false })
      scene.won.status = 'NEEDS_RESPONSE'
    },
  },
  'no refund is made of what it took': { 'a refund of money that is gone': refundAfter },
  'each move is told': {
    'nobody was told of the money': (scene) => {
      scene.forget(...scene.notes(scene.won).filter(({ text }) => readNote(text).move))
    },
  },
})
