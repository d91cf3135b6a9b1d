import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, World } from '../faults/world.ts'
import { isAnswer } from './evidence.ts'
import type { Command, CommandName } from './evidence.ts'

/** How long a merchant asks again under a key; whoever is down comes back sooner. */
const INSIST_MS = 90_000
/** The pause before the next try: twice the last, up to the longest. */
const [PAUSE_MS, LONGEST_PAUSE_MS] = [250, 2_000]

interface Wish {
  name: CommandName
  path: string
  body: object
  isKeyed: boolean
  subject?: string
  extOrderId?: string
  amountMinor?: number
  currency?: string
  isHold?: boolean
}

/** What one command of a merchant came to. */
export interface Outcome {
  command: Command
  answer: Answer
  /** The same request under the same key once more. */
  again(): Promise<void>
}

/** A merchant's program that writes down everything it asks and is told. */
export class Recorder {
  readonly commands: Command[] = []
  readonly #world: World
  #turn = 0

  constructor(world: World) {
    this.#world = world
  }

  async send(wish: Wish): Promise<Outcome> {
    const { path, body, isKeyed, ...asked } = wish
    const command: Command = {
      ...asked,
      sentAt: Date.now(),
      answers: [],
      ...(isKeyed && { key: randomUUID() }),
    }
    this.commands.push(command)
    const ask = () => this.#insist(command, path, body)
    const answer = await ask()
    return {
      command,
      answer,
      again: async () => {
        await ask()
      },
    }
  }

  /** Without a key once; with one until there is an answer. */
  async #insist(command: Command, path: string, body: object): Promise<Answer> {
    const end = Date.now() + INSIST_MS
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await this.#ask(command, path, body)
      if (isAnswer(answer) || command.key === undefined || Date.now() > end) return answer
      await sleep(pauseMs)
    }
  }

  async #ask(command: Command, path: string, body: object): Promise<Answer> {
    this.#turn += 1
    const api = this.#turn % this.#world.stack.apis.length
    const answer = await this.#world.call('POST', path, body, {
      api,
      ...(command.key !== undefined && { key: command.key }),
    })
    const { status, body: said = {} } = answer
    command.answers.push({ at: Date.now(), status, api, body: said })
    const named = said.paymentId ?? said.tokenizerId
    if (command.subject === undefined && typeof named === 'string') command.subject = named
    return answer
  }
}
