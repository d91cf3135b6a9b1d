import { shownStatus, stageOfDispute } from '../../domain/dispute/dispute.ts'
import type { Dispute } from '../../domain/dispute/dispute.ts'
import { contestedMinor } from '../../domain/dispute/view.ts'
import { formatMoney } from '../../domain/money.ts'
import type { DisputeFile } from '../../postgres/review/list-disputes.ts'
import { timeAndDistance } from '../../desk/relative-time.ts'
import { shortId, table } from '../table.ts'

/** A dispute on one screen: how it stands, its money, and how it came to that. */
export function describeDisputeFile({ state, journal, cleared }: DisputeFile, now = Date.now()) {
  const { word, moves, calls, evidence, currency } = state
  const time = (at: number) => timeAndDistance(at, now + state.clockOffsetMs)
  const lines: [string, string][] = [
    ['dispute', `${state.id}, version ${String(state.version)}`],
    ['provider', `${state.providerRef} at ${state.provider}`],
    ['payment', state.paymentId],
    ['merchant', `${state.merchantId} ${state.merchant.name}`],
    ['status', `${shownStatus(state)} (${stageOfDispute(state)})`],
    ['reason', [word?.reason ?? 'not told yet', word?.networkReason].filter(Boolean).join(' ')],
    ['contested', formatMoney(contestedMinor(state), currency)],
    ['answer by', word?.dueBy === undefined ? '' : time(word.dueBy)],
    ['evidence', evidence.map(({ kind, size }) => `${kind} (${String(size)} bytes)`).join(', ')],
    ['not taken', state.failure ?? ''],
    ['held', state.held ?? ''],
    ['waits for', calls.map(({ kind, reference }) => `${kind} ${reference}`).join(', ')],
    ['created', time(state.createdAt)],
  ]
  const lineOf = (moveId: string) => {
    const line = cleared.find(({ reference }) => reference === moveId)
    return line ? `${line.batchId} line ${String(line.line)}` : ''
  }
  return [
    ...lines.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(11)} ${text}`),
    '',
    table(
      ['move', 'kind', 'amount', 'at', 'cleared by'],
      moves.map(({ moveId, kind, amountMinor, at }) => [
        ...[moveId, kind, formatMoney(amountMinor, currency), new Date(at), lineOf(moveId)],
      ]),
    ),
    '',
    table(
      ['v', 'at', 'message', 'by', 'events'],
      journal.map(({ version, at, command, actor, events }) => [
        ...[version, at, command, actor, events.map(({ type }) => type).join(', ')],
      ]),
    ),
  ].join('\n')
}

export const describeDisputes = (found: readonly Dispute[]): string =>
  found.length === 0
    ? 'none'
    : table(
        [
          'dispute',
          'merchant',
          'payment',
          'status',
          'reason',
          'contested',
          'answer by',
          'provider',
        ],
        found.map((one) => [
          ...[shortId(one.id), one.merchantId, shortId(one.paymentId), shownStatus(one)],
          ...[one.word?.reason ?? '', formatMoney(contestedMinor(one), one.currency)],
          one.word?.dueBy === undefined ? '' : new Date(one.word.dueBy),
          one.providerRef,
        ]),
      )
