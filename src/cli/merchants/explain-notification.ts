import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../process/is-same-secret.ts'
import type { AttemptLine } from '../../postgres/notification-log.ts'

/**
 * What a merchant's server got in one attempt, and how its signatures come about. They are reckoned
 * here once more from the text alone, as the merchant has to.
 */
export function explainNotification(attempt: AttemptLine, secrets: readonly string[]): string {
  const { eventId, at, url, status, problem, latencyMs, body } = attempt
  const answer = status === null ? (problem ?? 'no answer') : `answered ${String(status)}`
  const values = Object.entries(JSON.parse(body) as Record<string, unknown>)
  return [
    `${at.toISOString()}  POST ${url ?? ''}`,
    `  event ${eventId}, attempt ${String(attempt.attempt)}: ${answer} after ${String(latencyMs)} ms`,
    ...values.map(([name, value]) => `    ${name.padEnd(14)} ${String(value)}`),
    ...checkSignatures(attempt, secrets).map(describe),
    '',
  ].join('\n')
}

export interface Check {
  header: string
  valid: boolean
  /** What was signed. */
  content: string
}

/** Every signature of an attempt against every secret of its merchant. */
export function checkSignatures(
  { headers, body }: AttemptLine,
  secrets: readonly string[],
): Check[] {
  const sent = headers ?? {}
  const values = Object.values(JSON.parse(body) as Record<string, unknown>)
    .map(String)
    .join('')
  const content = `${sent['webhook-id'] ?? ''}.${sent['webhook-timestamp'] ?? ''}.${body}`
  const isHmac = (text: string, encoding: 'hex' | 'base64') => (claimed: string) =>
    secrets.some((secret) =>
      isSameSecret(createHmac('sha256', secret).update(text).digest(encoding), claimed),
    )
  return [
    { header: 'Signature', valid: isHmac(values, 'hex')(sent.signature ?? ''), content: values },
    {
      header: 'webhook-signature',
      valid: (sent['webhook-signature'] ?? '')
        .split(' ')
        .some((one) => one.startsWith('v1,') && isHmac(content, 'base64')(one.slice(3))),
      content,
    },
  ]
}

const describe = ({ header, valid, content }: Check): string =>
  `  ${valid ? '✓' : '✗'} ${header} = HMAC-SHA256(secret, ${JSON.stringify(content)})`
