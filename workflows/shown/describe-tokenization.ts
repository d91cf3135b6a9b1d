import { describeReason } from '../../src/domain/reasons/given-reason.ts'
import { deadlines } from '../../src/domain/tokenization/deadlines.ts'
import type { Tokenization } from '../../src/domain/tokenization/tokenization.ts'
import { statusOfTokenization } from '../../src/domain/tokenization/phase.ts'

/** The tokenization as an operator reads it: the token, and what happens next. */
export function describeTokenization(tokenization: Tokenization): string {
  const { phase, kind, token, held, calls } = tokenization
  const why = describeReason(tokenization)
  return [
    `**${statusOfTokenization[phase]}** (${phase}) · ${kind}${why ? ` · ${why}` : ''}`,
    ...(held ? [`**Held:** ${held}`] : []),
    ...(token ? [`${token.type} ${token.cardMask} · ${token.status}`] : []),
    '',
    ...calls.map((call) => `- waits for ${call.kind} ${call.reference}`),
    ...deadlines(tokenization).map(({ name, at }) => `- ${name} at ${new Date(at).toISOString()}`),
  ].join('\n')
}
