import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from '../src/domain/actor/call.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import { failpoint } from '../src/process/failpoint.ts'
import type { Intents } from '../src/postgres/intents.ts'
import type { Deps } from './deps.ts'

const FRESH_MS = 500
const BLIP_PAUSES_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400]

/** Another execution has sent this, or may have: it is asked about, and never sent by this one. */
export const interrupted: Outcome = { type: 'unknown', because: 'interrupted' }

/** Asked right before each send: whether this execution may still do it. */
export type MaySend = () => Promise<boolean>

class Withdrawn extends Error {}

/**
 * Sends one attempt of an operation from the one execution that claims it in the database. A task
 * that runs again, on this worker or another, finds the claim taken: what came of it is asked.
 */
export async function sendOnce(
  deps: Pick<Deps, 'intents'>,
  request: CallRequest,
  send: (maySend: MaySend) => Promise<Outcome>,
): Promise<Outcome> {
  const { call, ownerId } = request
  const { reference, attempt } = call
  const claim = { reference, ownerId, attempt, claimedBy: randomUUID() }
  await failpoint(`act.${pointOf(request)}.before_intent`, { key: ownerId })
  let askedAt = performance.now()
  if (!(await throughBlips(() => deps.intents.claim(claim)))) return interrupted
  const maySend = async () => {
    // A process that was stopped meanwhile may have been given up, and its operation closed.
    if (performance.now() - askedAt < FRESH_MS) return true
    askedAt = performance.now()
    return throughBlips(() => deps.intents.stands(claim))
  }
  try {
    return await send(maySend)
  } catch (error) {
    if (error instanceof Withdrawn) return interrupted
    throw error
  }
}

/** The name of an operation at fail points: a charge elsewhere is told from the first. */
export const pointOf = ({ call, tried }: Pick<CallRequest, 'call' | 'tried'>): string =>
  tried?.length ? `${call.kind}Elsewhere` : call.kind

/** Lets nothing out that may no longer be sent. */
export async function check(maySend: MaySend | undefined): Promise<void> {
  if (maySend && !(await maySend())) throw new Withdrawn('closed or taken over')
}

/** True when nothing was sent under this reference and nothing will be, so that it may end unsent. */
export const endsUnsent = (
  { intents }: { intents: Intents },
  { call, ownerId }: CallRequest,
): Promise<boolean> => throughBlips(() => intents.closeUnlessSent(call.reference, ownerId))

/** Marks can be written twice, so a database that is away for a moment rejects no sale. */
export async function throughBlips<T>(act: () => Promise<T>): Promise<T> {
  for (const pauseMs of BLIP_PAUSES_MS) {
    try {
      return await act()
    } catch {
      await sleep(pauseMs)
    }
  }
  return act()
}
