import type { TakeOutcome, TakeRequest } from '../../src/connectors/taken-money.ts'
import type { Outcome } from '../../src/domain/actor/call.ts'
import type { CallRequest } from '../../src/domain/actor/call-request.ts'
import { assert } from '../../src/domain/assert.ts'
import { moverOf } from '../../src/domain/instrument.ts'
import { systemError } from '../../src/domain/reasons/given-reason.ts'
import type { Deps } from '../deps.ts'
import { callPayerProvider } from './payer-provider.ts'
import { askAgain, definite } from '../provider-call.ts'
import { present } from '../../src/domain/present.ts'

/** Money that a payer has paid is taken until the provider has said that it is ours, or never will be. */
export const createTakingActivities = (deps: Deps) => ({
  takeMoney: async (request: CallRequest): Promise<Outcome> => {
    const mover = request.instrument && moverOf(request.instrument.type)
    assert(mover === 'bank' || mover === 'blik', 'only banks and BLIK keep money for nobody')
    const outcome = await callPayerProvider<typeof mover, TakeOutcome>(deps, mover, request, {
      step: 'takeMoney',
      closed: { type: 'unknown' },
      send: (provider, signal) =>
        provider.take?.(takingOf(request), signal) ?? Promise.resolve({ type: 'unknown' }),
    })
    return outcomeOf(deps, request, definite('takeMoney', outcome))
  },
})

function takingOf({ call, currency, registerAlias, email }: CallRequest): TakeRequest {
  const { reference: orderId, amountMinor } = call
  const registers = registerAlias && email ? { value: registerAlias.value, email } : undefined
  return { orderId, amountMinor, currency, ...present({ registers }) }
}

function outcomeOf(deps: Deps, { ownerId, via, call }: CallRequest, outcome: TakeOutcome): Outcome {
  switch (outcome.type) {
    case 'otherMoney': {
      const kind = 'other_money'
      deps.metrics?.providerContradictions.inc({ kind })
      const facts = { kind, paymentId: ownerId, via, reference: call.reference, outcome }
      deps.log.error(facts, 'a provider contradicts itself')
      return { type: 'refused', ...systemError(outcome.detail) }
    }
    case 'unknown':
      throw askAgain('takeMoney')
    default:
      return outcome
  }
}
