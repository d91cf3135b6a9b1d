import {
  ApplicationFailure,
  patched,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow'
import type { RecordActivities } from '../activities/record.ts'
import type { Addressee, Message } from '../src/domain/actor/message.ts'
import { doubtOf, readMessage, refusedMessage } from '../src/domain/actor/message.ts'
import { options } from './options.ts'
import { Unsealed } from './unsealed.ts'

const { alarmRefusedStart } = proxyLocalActivities<RecordActivities>(options.record)

/** Earlier histories may have listened to it; asked for only when there is something to refuse. */
export const refusesNow = (): boolean => patched('authentic-messages')

/** A signal's argument as a message; what we did not seal for this workflow becomes a refused one. */
export function receive(raw: unknown, addressee: Addressee): Message {
  const value = raw instanceof Unsealed ? raw.value : raw
  const doubt = raw instanceof Unsealed ? 'it is not sealed' : doubtOf(value, addressee)
  return doubt !== undefined && refusesNow() ? refusedMessage(value, doubt) : readMessage(value)
}

/** What came from a start or an activity; undefined when it was not one of ours that gave it. */
export function authentic<T>(given: T): T | undefined {
  if (!(given instanceof Unsealed)) return given
  return refusesNow() ? undefined : (given.value as T)
}

/** Nobody but the gateway starts a workflow: another's start ends here, with an alarm. */
export async function refuseStart(): Promise<never> {
  await alarmRefusedStart(workflowInfo().workflowId)
  throw ApplicationFailure.nonRetryable('it was not started by the gateway', 'NotSealed')
}
