import { fileTypeOf } from '../../domain/dispute/evidence-file.ts'
import { helpfulEvidence } from '../../domain/dispute/helpful-evidence.ts'
import { evidenceKinds } from '../../domain/dispute/words.ts'
import type { EvidenceKind } from '../../domain/dispute/words.ts'
import { mayPerson } from '../../domain/portal-role.ts'
import { Refused } from '../../http/for-portal.ts'
import type { Answers } from '../ask.ts'
import type { GuardedRoute, PortalRoute, Shown, Visit } from '../route.ts'
import { idIn } from '../route.ts'
import { AskLink, confirming } from '../views/confirming.tsx'
import { NewEvidence, NewFile } from '../views/new-evidence.tsx'
import { problemText } from '../views/notice.tsx'
import { Alert, Card, Facts, Money, Status, Table, When } from '../../kit/parts.tsx'
import type { Cell } from '../../kit/parts.tsx'
import { Countdown } from './countdown.tsx'

const PATH = '/portal/disputes/:disputeId'
type Dispute = Answers['getDispute']

const pathOf = ({ disputeId }: Pick<Dispute, 'disputeId'>): string =>
  `/portal/disputes/${disputeId}`
const paramsOf = (visit: Visit) => ({ disputeId: idIn(visit, 'disputeId') })
const read = (visit: Visit): Promise<Dispute> =>
  visit.ask('getDispute', { params: paramsOf(visit) })

const showDispute: GuardedRoute = {
  method: 'get',
  path: PATH,
  needs: 'read',
  handle: async (_portal, visit) => pageOf(visit, await read(visit)),
}

function pageOf(visit: Visit, dispute: Dispute, problem?: string): Shown {
  const { t, person } = visit
  const isOpen = dispute.status === 'NEEDS_RESPONSE' && mayPerson(person.role, 'disputes')
  return {
    title: `${t.disputes.title}: ${dispute.extOrderId ?? dispute.paymentId}`,
    ...(problem !== undefined && { status: 400 }),
    body: (
      <>
        {problem !== undefined && <Alert>{problem}</Alert>}
        {dispute.problem !== undefined && (
          <Alert>
            {t.disputes.problem}: {dispute.problem}
          </Alert>
        )}
        <Card>
          <Facts rows={factsOf(visit, dispute)} />
          {isOpen && <p>{t.disputes.about}</p>}
          {isOpen && (
            <p class="row">
              {(dispute.evidence ?? []).length > 0 && (
                <AskLink label={t.disputes.submit} href={`${pathOf(dispute)}/submit`} />
              )}
              <AskLink label={t.disputes.accept} href={`${pathOf(dispute)}/accept`} danger />
            </p>
          )}
        </Card>
        <EvidenceCard visit={visit} dispute={dispute} isOpen={isOpen} />
        {isOpen && <NewEvidence visit={visit} reason={dispute.reason} path={pathOf(dispute)} />}
        {isOpen && <NewFile visit={visit} reason={dispute.reason} path={pathOf(dispute)} />}
        <MovesCard visit={visit} dispute={dispute} />
      </>
    ),
  }
}

const factsOf = (visit: Visit, dispute: Dispute): [string, Cell | undefined][] => {
  const { t, language } = visit
  const { amount, currency, paymentId } = dispute
  return [
    [t.disputes.status, <Status t={t} status={dispute.status} />],
    [t.disputes.answerBy, dispute.dueBy && <Countdown visit={visit} dispute={dispute} />],
    [t.disputes.reason, t.disputes.reasons[dispute.reason]],
    [t.disputes.stage, t.disputes.stages[dispute.stage]],
    [t.disputes.amount, <Money language={language} amount={amount} currency={currency} />],
    [t.disputes.payment, <a href={`/portal/payments/${paymentId}`}>{paymentId}</a>],
    [t.disputes.order, dispute.extOrderId],
    [t.disputes.opened, <When language={language} at={dispute.createdAt} />],
  ]
}

type Parts = { visit: Visit; dispute: Dispute }

/** What goes out, as it goes out. */
const evidenceFacts = ({ t }: Visit, { evidence = [] }: Dispute): [string, string][] =>
  evidence.map(({ kind, text, file }) => [
    t.disputes.kinds[kind],
    text ?? (file ? t.disputes.file(file.name, Math.ceil(file.size / 1024)) : ''),
  ])

function EvidenceCard({ visit, dispute, isOpen }: Parts & { isOpen: boolean }) {
  const { t } = visit
  const { evidence = [], reason } = dispute
  return (
    <Card title={t.disputes.evidence}>
      {evidence.length === 0 ? (
        <p class="soft">{t.disputes.noEvidence}</p>
      ) : (
        <Facts rows={evidenceFacts(visit, dispute)} />
      )}
      {isOpen && (
        <>
          {evidence.map(({ kind }) => (
            <AskLink
              key={kind}
              label={`${t.disputes.remove}: ${t.disputes.kinds[kind]}`}
              href={`${pathOf(dispute)}/evidence/${kind}/remove`}
            />
          ))}
          <h3>{t.disputes.helps}</h3>
          <ol>
            {helpfulEvidence[reason].map((kind) => (
              <li key={kind}>{t.disputes.kinds[kind]}</li>
            ))}
          </ol>
        </>
      )}
    </Card>
  )
}

function MovesCard({ visit: { t, language }, dispute: { moves, currency } }: Parts) {
  return (
    <Card title={t.disputes.money}>
      <Table
        t={t}
        caption={t.disputes.money}
        numbers={[2]}
        head={[t.disputes.moved, t.disputes.kind, t.disputes.sum]}
        rows={moves.map(({ at, kind, amount }) => [
          <When language={language} at={at} />,
          t.disputes.moves[kind],
          <Money language={language} amount={amount} currency={currency} />,
        ])}
      />
    </Card>
  )
}

const putEvidence: GuardedRoute = {
  method: 'post',
  path: `${PATH}/evidence`,
  needs: 'disputes',
  audited: 'dispute-evidence',
  handle: (_portal, visit) =>
    kept(visit, (params) => {
      const text = visit.fields['text']?.trim() ?? ''
      return visit.ask('putEvidence', { params, body: { text } })
    }),
}

const putFile: GuardedRoute = {
  method: 'post',
  path: `${PATH}/file`,
  needs: 'disputes',
  audited: 'dispute-evidence',
  uploads: true,
  handle: async (_portal, visit) => {
    const bytes = Uint8Array.from(Buffer.from(visit.fields['file'] ?? '', 'base64'))
    const type = fileTypeOf(bytes)
    if (!type) return pageOf(visit, await read(visit), visit.t.disputes.fileProblem)
    return kept(visit, (params) => visit.ask('putEvidence', { params, file: { type, bytes } }))
  },
}

/** What is wrong with it is said on the page itself, beside what was typed. */
async function kept(
  visit: Visit,
  put: (params: { disputeId: string; kind: EvidenceKind }) => Promise<unknown>,
): Promise<Shown> {
  const params = { ...paramsOf(visit), kind: kindOf(visit.fields['kind']) }
  try {
    await put(params)
    return { goTo: pathOf(params) }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_request') throw error
    return pageOf(visit, await read(visit), problemText(error.code, error.options.errors))
  }
}

const kindOf = (given: string | undefined): EvidenceKind =>
  evidenceKinds.find((kind) => kind === given) ?? 'other'

const removeEvidence = confirming(
  {
    method: 'post',
    path: `${PATH}/evidence/:kind/remove`,
    needs: 'disputes',
    audited: 'dispute-evidence',
    handle: async (_portal, visit) => {
      const params = { ...paramsOf(visit), kind: kindOf(visit.request.params['kind'] as string) }
      await visit.ask('deleteEvidence', { params })
      return { goTo: pathOf(params) }
    },
  },
  async (visit) => {
    const { t, request } = visit
    const dispute = await read(visit)
    const kind = kindOf(request.params['kind'] as string)
    return {
      title: t.disputes.remove,
      about: t.disputes.removeAbout,
      facts: [[t.disputes.addKind, t.disputes.kinds[kind]]],
      back: pathOf(dispute),
    }
  },
)

/** A second click finds it done, and shows what came of the first. */
const isDone = (error: unknown): boolean =>
  error instanceof Refused && ['dispute_submitted', 'dispute_closed'].includes(error.code)

const orders = { submit: 'submitDispute', accept: 'acceptDispute' } as const

const order = (name: keyof typeof orders) =>
  confirming(
    {
      method: 'post',
      path: `${PATH}/${name}`,
      needs: 'disputes',
      audited: `dispute-${name}`,
      handle: async (_portal, visit) => {
        const params = paramsOf(visit)
        await visit.ask(orders[name], { params, body: {} }).catch((error: unknown) => {
          if (!isDone(error)) throw error
        })
        return { goTo: pathOf(params) }
      },
    },
    async (visit) => {
      const { t, language } = visit
      const dispute = await read(visit)
      const { amount, currency, reason } = dispute
      return {
        title: t.disputes[name],
        about: t.disputes[`${name}About`],
        back: pathOf(dispute),
        facts: [
          [t.disputes.amount, <Money language={language} amount={amount} currency={currency} />],
          [t.disputes.reason, t.disputes.reasons[reason]],
          ...(name === 'submit' ? evidenceFacts(visit, dispute) : []),
        ],
      }
    },
  )

export const disputeRoutes: readonly PortalRoute[] = [
  showDispute,
  putEvidence,
  putFile,
  ...removeEvidence,
  ...order('submit'),
  ...order('accept'),
]
