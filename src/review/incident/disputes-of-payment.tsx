import { shownStatus, stageOfDispute } from '../../domain/dispute/dispute.ts'
import { contestedMinor } from '../../domain/dispute/view.ts'
import { formatMoney } from '../../domain/money.ts'
import { Card } from '../../kit/parts.tsx'
import { Rows } from '../../kit/pieces.tsx'
import type { DisputeFile } from '../../postgres/review/list-disputes.ts'
import { clock, day } from '../times.ts'

/** What was contested of a payment, what money that moved, and what happened step by step. */
export const DisputesOfPayment = ({ disputes }: { disputes: readonly DisputeFile[] }) =>
  disputes.length === 0 ? null : (
    <Card title="Disputes">
      {disputes.map((file) => (
        <One key={file.state.id} {...file} />
      ))}
    </Card>
  )

function One({ state, journal, cleared }: DisputeFile) {
  const words = (minor: number) => formatMoney(minor, state.currency)
  const lineOf = (moveId: string) => {
    const line = cleared.find(({ reference }) => reference === moveId)
    return line && `${line.batchId} line ${String(line.line)}`
  }
  return (
    <>
      <h3>{`${state.id}: ${shownStatus(state)}`}</h3>
      <Rows
        head={['provider', 'stage', 'reason', 'contested', 'answer by', 'evidence', 'not taken']}
        rows={[
          [
            ...[`${state.providerRef} at ${state.provider}`, stageOfDispute(state)],
            ...[state.word?.reason, words(contestedMinor(state))],
            state.word?.dueBy === undefined ? '' : day(state.word.dueBy),
            ...[state.evidence.map(({ kind }) => kind).join(', '), state.failure],
          ],
        ]}
      />
      <Rows
        head={['move', 'kind', 'amount', 'at', 'cleared by']}
        rows={state.moves.map(({ moveId, kind, amountMinor, at }) => [
          ...[moveId, kind, words(amountMinor), day(at), lineOf(moveId)],
        ])}
      />
      <Rows
        head={['step', 'at', 'message', 'by', 'events']}
        rows={journal.map(({ version, at, command, actor, events }) => [
          ...[version, clock(at), command, actor],
          events.map(({ type }) => type).join(', '),
        ])}
      />
    </>
  )
}
