import { present } from '../domain/present.ts'
import { failpoint } from '../process/failpoint.ts'
import type { Log } from '../process/log.ts'
import { acknowledged, answer, decided, isTrue } from './actor-gateway.ts'
import type { ActorAnswer, ActorTraits, Meta, State } from './actor-gateway.ts'
import type { ActorReopening, Actors } from './actors.ts'

/**
 * Tells of something that need not be there yet: the first who tells of it begins it, and whoever is
 * second, at the same moment or after its end, is heard by what the first began.
 */
export async function signalOrBegin<S extends State>(
  { actors, log }: { actors: Actors; log: Log },
  traits: ActorTraits<S>,
  { id, message, ...start }: ActorReopening,
  meta: Meta,
): Promise<ActorAnswer<S>> {
  const state = await traits.reads.find(id)
  if (state && !decided(traits, state, message).changes)
    return { outcome: { accepted: true }, state, replayed: false }
  const reopening = { ...start, id, message, ...present({ state }) } as ActorReopening
  await failpoint(`api.${message.command.name}.before_temporal`, { key: id })
  await acknowledged(log, id, () => actors.reopen(reopening).then(isTrue), true)
  await failpoint(`api.${message.command.name}.after_temporal_before_outcome`, { key: id })
  return answer(traits, id, message, { ...meta, leave: () => undefined }, false)
}
