import { ok } from '../answer.ts'
import type { Answer } from '../answer.ts'
import type { Fields } from '../fields.ts'
import type { Entry, Journal } from '../journal.ts'
import type { Provider } from '../provider.ts'
import { newPsp } from './books.ts'
import type { Books, Dispute, Done, Payment } from './books.ts'
import type { Notifier } from './create-notifier.ts'
import { textOf } from './dialect.ts'
import { keepOnce } from './keep-once.ts'

interface DisputeParts {
  provider: Provider
  journal: Journal
  books: Books
  notifier: Notifier
}

export interface Disputes {
  /** What a payment that was made leads to, with a card of this course. */
  after(payment: Payment): Entry[]
}

const SERVICE = '/DisputeService/v30'
const DAY_MS = 86_400_000
const DAYS_TO_ANSWER = 18

/** Types of documents, and to what extent they are wanted. */
const documentTypes: Readonly<Record<string, string>> = {
  TIDorInvoice: 'OneOrMore',
  ProofOfDelivery: 'OneOrMore',
  DefenseMaterial: 'Optional',
}

/** Cardholders who dispute, and banks that warn; what is done about it goes to the DisputeService. */
export function createDisputes(parts: DisputeParts): Disputes {
  const { books } = parts
  addService(parts)
  return {
    after(payment) {
      const { course, status, captured } = payment
      if (!course || status !== 'authorised' || captured === 0) return []
      const dispute = newDispute(payment)
      return course === 'fraudWarning'
        ? news(parts, dispute, 'NOTIFICATION_OF_FRAUD')
        : [
            books.disputes.save(dispute),
            ...news(parts, dispute, 'NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK'),
          ]
    },
  }
}

/** Nothing more is taken of a dispute that is closed. */
function addService(parts: DisputeParts): void {
  const { provider, journal, books } = parts
  const post = (path: string, operation: string, act: (dispute: Dispute, body: Fields) => Done) =>
    provider.post(`${SERVICE}/${path}`, operation, (call) => {
      const found = books.disputes.all.get(textOf(call.body['disputePspReference']) ?? '')
      const isOurs = found?.account === textOf(call.body['merchantAccountCode'])
      const done = keepOnce(call, books, () => {
        if (!found || !isOurs) return { answer: refused('Dispute not found') }
        return found.status === 'open'
          ? act(found, call.body)
          : { answer: refused('Dispute cannot be defended') }
      })
      journal.record(...(done.entries ?? []))
      return done.answer
    })
  const changed = (dispute: Dispute, ...events: string[]): Done => ({
    answer: succeeded,
    entries: [books.disputes.save(dispute), ...news(parts, dispute, ...events)],
  })

  post('retrieveApplicableDefenseReasons', 'disputeInquire', reasonsOf)
  post('supplyDefenseDocument', 'disputeDocuments', (dispute, body) => {
    const documents = documentsIn(body)
    return documents
      ? changed({ ...dispute, documents: { ...dispute.documents, ...documents } })
      : { answer: refused('Document type or content type is not supported') }
  })
  post('defendDispute', 'disputeSubmit', (dispute) =>
    isSatisfied(dispute)
      ? changed({ ...dispute, status: 'defended' }, ...verdictOn(dispute))
      : { answer: refused('Documents are missing') },
  )
  post('acceptDispute', 'disputeAccept', (dispute) =>
    changed({ ...dispute, status: 'accepted' }, 'DISPUTE_DEFENSE_PERIOD_ENDED'),
  )
}

const news = ({ notifier }: DisputeParts, dispute: Dispute, ...events: string[]): Entry[] =>
  events.flatMap((eventCode, turn) => notifier.ofDispute(dispute, eventCode, turn))

const newDispute = ({ account, pspReference: payment, amount }: Payment): Dispute => ({
  pspReference: newPsp(),
  account,
  payment,
  amount,
  status: 'open',
  documents: {},
  dueBy: new Date(Date.now() + DAYS_TO_ANSWER * DAY_MS).toISOString(),
})

const withResult = (success: boolean, errorMessage?: string) => ({
  disputeServiceResult: { success, ...(errorMessage !== undefined && { errorMessage }) },
})
const succeeded: Answer = ok(withResult(true))
const refused = (why: string): Answer => ok(withResult(false, why))

const reasonsOf = (dispute: Dispute): Done => ({
  answer: ok({
    ...withResult(true),
    defenseReasons: [
      {
        defenseReasonCode: 'GoodsOrServicesProvided',
        satisfied: isSatisfied(dispute),
        defenseDocumentTypes: Object.entries(documentTypes).map(([code, requirementLevel]) => ({
          defenseDocumentTypeCode: code,
          requirementLevel,
          available: code in dispute.documents,
        })),
      },
    ],
  }),
})

const isSatisfied = ({ documents }: Dispute): boolean =>
  Object.keys(documents).some((code) => documentTypes[code] === 'OneOrMore')

/** By their types; undefined where one is none that is taken. */
function documentsIn(body: Fields): Record<string, string> | undefined {
  const list = (body['defenseDocuments'] ?? []) as Record<string, unknown>[]
  const documents = list.map((one) => ({
    code: textOf(one['defenseDocumentTypeCode']) ?? '',
    contentType: textOf(one['contentType']) ?? '',
    words: Buffer.from(textOf(one['content']) ?? '', 'base64').toString('latin1'),
  }))
  const isFit = documents.every(
    ({ code, contentType }) =>
      code in documentTypes && ['application/pdf', 'image/jpg'].includes(contentType),
  )
  return isFit && documents.length > 0
    ? Object.fromEntries(documents.map(({ code, words }) => [code, words]))
    : undefined
}

/** What follows, by what stands in the documents: two words are known to the bank. */
function verdictOn({ documents }: Dispute): string[] {
  const said = Object.values(documents).join(' ')
  if (said.includes('winning_evidence'))
    return ['CHARGEBACK_REVERSED', 'ISSUER_RESPONSE_TIMEFRAME_EXPIRED']
  return said.includes('losing_evidence') ? ['CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'] : []
}
