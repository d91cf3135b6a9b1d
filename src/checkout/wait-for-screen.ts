import { setTimeout as sleep } from 'node:timers/promises'
import type { Uses } from '../http/for-checkout.ts'
import { screenKey, screenOf } from './screen.ts'
import type { Subject } from './subject.ts'

const WAIT_MS = 25_000

/**
 * Answers once the payer should see something else than before, or after a while with the same;
 * with nothing when a newer link has taken the place of the payer's.
 */
export async function waitForScreen(
  services: Uses<'payments' | 'tokenizations'>,
  subject: Subject,
  since: string,
  hungUp: AbortSignal,
): Promise<string | undefined> {
  const end = Date.now() + WAIT_MS
  let latest = subject
  while (keyOf(latest) === since && Date.now() < end && !hungUp.aborted) {
    const asked = Date.now()
    latest = await next(services, latest, end - asked, hungUp)
    if (latest.state.linkId !== subject.state.linkId) return undefined
    // A wait that returns early without news must not become a busy loop.
    if (keyOf(latest) === since && Date.now() - asked < 50) await sleep(50)
  }
  return keyOf(latest)
}

const keyOf = (subject: Subject): string => screenKey(screenOf(subject))

async function next(
  { payments, tokenizations }: Uses<'payments' | 'tokenizations'>,
  subject: Subject,
  timeoutMs: number,
  hungUp: AbortSignal,
): Promise<Subject> {
  const { id, version } = subject.state
  if (subject.kind === 'payment') {
    const state = await payments.waitForNewer(id, version, timeoutMs, hungUp)
    return state ? { kind: 'payment', state } : subject
  }
  const state = await tokenizations.waitForNewer(id, version, timeoutMs, hungUp)
  return state ? { kind: 'tokenization', state } : subject
}
