import { listenTo } from '../src/connectors/exchange-log.ts'
import type { CallRequest } from '../src/domain/actor/call-request.ts'
import type { Said } from '../src/domain/actor/said.ts'
import type { Deps } from './deps.ts'

type Perform = (request: CallRequest) => Promise<unknown>

/** The same calls, with all that is said in them kept for operators, whatever comes of them. */
export function overhear<Calls extends object>(
  { exchanges }: Pick<Deps, 'exchanges'>,
  calls: Calls,
): Calls {
  if (!exchanges) return calls
  const entries = Object.entries(calls as Record<string, Perform>)
  const heard =
    (perform: Perform): Perform =>
    async (request) => {
      const said: Said[] = []
      try {
        return await listenTo(
          (one) => void said.push(one),
          () => perform(request),
        )
      } finally {
        const { ownerId, merchantId, call } = request
        const { reference, kind: step } = call
        if (said.length > 0) exchanges.keep({ ownerId, merchantId, reference, step }, said)
      }
    }
  return Object.fromEntries(entries.map(([name, perform]) => [name, heard(perform)])) as Calls
}
