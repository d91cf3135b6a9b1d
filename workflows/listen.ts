import { defineSignal, setDefaultSignalHandler, setHandler } from '@temporalio/workflow'
import type { Addressee, Message } from '../src/domain/actor/message.ts'
import { commandSignal, stateQuery } from './messages.ts'
import { receive } from './receive.ts'

interface Listener {
  mailbox: Message[]
  addressee: Addressee
  state: unknown
  /** The names of its commands, with what each is for. */
  behaviour: { signals: Readonly<Record<string, string>> }
}

/** Takes every signal into the mailbox, whatever its name; those that we know have one in the UI. */
export function listen(actor: Listener): void {
  const { mailbox, addressee, behaviour } = actor
  const take = (raw: unknown) => void mailbox.push(receive(raw, addressee))
  setHandler(commandSignal, take, {
    description: 'Messages that the gateway has sealed for this workflow; all others are refused',
  })
  setDefaultSignalHandler((_, ...args) => take(args[0]))
  // After the one for all: what has waited for a listener is heard in the order in which it came.
  for (const [name, description] of Object.entries(behaviour.signals))
    setHandler(defineSignal<[unknown]>(name), take, { description })
  setHandler(stateQuery, () => actor.state, { description: 'The state as it stands' })
}
