import { describeReason } from '../../domain/reasons/given-reason.ts'
import { statusOfTokenization } from '../../domain/tokenization/phase.ts'
import type { Tokenization } from '../../domain/tokenization/tokenization.ts'
import type { TokenizationFile } from '../../postgres/review/tokenization-file.ts'
import { timeAndDistance } from '../../desk/relative-time.ts'
import { table } from '../table.ts'

/** A tokenization on one screen, with the proof that the payer agreed. */
export function describeTokenizationFile(
  { state, journal, notifications, waiting }: TokenizationFile,
  now = Date.now(),
): string {
  const { phase, merchant, calls, consents } = state
  const time = (at: number) => timeAndDistance(at, now + state.clockOffsetMs)
  const lines: [string, string][] = [
    ['tokenization', `${state.id}, version ${String(state.version)}`],
    [
      'status',
      `${statusOfTokenization[phase]} (${phase})${state.rejectCode ? `, ${describeReason(state)}` : ''}`,
    ],
    ['token', describeToken(state)],
    ['merchant', `${state.merchantId} ${merchant.name}`],
    ['made from', state.verifiedBy === undefined ? '' : `payment ${state.verifiedBy}`],
    ['created', time(state.createdAt)],
    ['updated', time(state.updatedAt)],
    ['held', state.held ?? ''],
    ['waits for', calls.map(({ kind, reference }) => `${kind} ${reference}`).join(', ')],
    [
      'consent',
      consents
        ? `told ${time(consents.receivedAt)}${consents.ip ? `, payer at ${consents.ip}` : ''}: ${consents.statement}`
        : 'none was told',
    ],
    ['notifications', `${String(notifications)}, ${String(waiting)} not delivered`],
  ]
  const rows = journal.map(({ version, at, command, actor, events }) => [
    version,
    at,
    command,
    actor,
    events.map(({ type }) => type).join(', '),
  ])
  return [
    ...lines.filter(([, text]) => text !== '').map(([name, text]) => `${name.padEnd(14)} ${text}`),
    '',
    table(['v', 'at', 'message', 'by', 'events'], rows),
  ].join('\n')
}

/** The number that is paid with stays out of it. */
function describeToken({ kind, token }: Tokenization): string {
  if (!token) return `none yet (${kind})`
  const { type, organization, cardMask, expDate, status } = token
  return `${type} ${organization} ${cardMask}, expires ${expDate}, ${status}`
}
