import { defaultPayloadConverter, TypedSearchAttributes } from '@temporalio/common'
import { encodeTimeoutType } from '@temporalio/common/lib/failure.js'
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js'
import { parseWorkflowCode } from '@temporalio/worker/lib/worker.js'
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js'
import type { VMWorkflow } from '@temporalio/worker/lib/workflow/vm.js'
import { VMWorkflowCreator } from '@temporalio/worker/lib/workflow/vm.js'
import type { WorkflowInfo } from '@temporalio/workflow'
import { readFileSync } from 'node:fs'
import type { Outcome, QuickOutcome } from '../../src/domain/actor/call.ts'
import type { Decision } from '../../src/domain/actor/decision.ts'
import type { CommandMessage, Message } from '../../src/domain/actor/message.ts'
import type { PaymentCommand } from '../../src/domain/payment/commands.ts'
import type { Event } from '../../src/domain/payment/events.ts'
import type { Payment } from '../../src/domain/payment/payment.ts'
import type { JournalEntry, RecordedAt } from '../../src/domain/actor/entry.ts'
import { workflowBundle } from '../../src/stack/temporal/workflow-bundle.ts'
import { createCommand, START } from '../domain/payment/support.ts'
import type { Json } from '../support/http.ts'

type Activation = Parameters<VMWorkflow['activate']>[0]
type Job = NonNullable<Activation['jobs']>[number]
type Command = Record<string, Json>

/** What a task offers to the database. */
export interface Offer {
  before?: Payment
  message: Message
  decision: Decision<Event>
  now: number
  at: number
}

type Answer = RecordedAt<Event>

const WORKFLOW_ID = 'pay/pppppppppppppppppppppppppp'

/**
 * One payment workflow in Temporal's own runtime, without a server: what a server would tell it is
 * told by the test, and what it asks for is kept. The database is a list of lines; the clock stands
 * still unless it is moved.
 */
export class Engine {
  now = START
  /** The journal as the database has it. */
  readonly journal: JournalEntry<Event>[] = []
  /** Every offer that was made to it, also those that were refused. */
  readonly offers: Offer[] = []
  /** Activities that wait for an answer, by their name. */
  readonly calls: { seq: number; name: string; request: Json; queue: string; isLocal?: boolean }[] =
    []
  readonly timers = new Map<number, number>()
  /** What the runtime was asked for besides: `completeWorkflowExecution`, … */
  readonly asked: Command[] = []
  readonly held: string[] = []
  /** Why a task failed; the server would give it again. */
  failure: string | undefined
  /** Answers the next offers in the place of the list. */
  readonly answers: ((offer: Offer) => Answer | Error)[] = []
  isLong = false
  #workflow!: VMWorkflow
  #jobs: Job[] = []
  #count = 0

  /** A payment that is begun with its create, or as an earlier run left it. */
  static async start(
    start: object = {},
    journal: readonly JournalEntry<Event>[] = [],
    ...answers: Engine['answers']
  ): Promise<Engine> {
    const engine = new Engine()
    engine.journal.push(...journal)
    engine.answers.push(...answers)
    const creator = (creators ??= createCreator())
    engine.#workflow = (await (await creator).createWorkflow(creation())) as VMWorkflow
    const given = { id: idOf(), mailbox: [engine.create()], notified: 0, ...start }
    await engine.#settle({
      initializeWorkflow: {
        workflowId: WORKFLOW_ID,
        workflowType: 'payment',
        headers: {},
        arguments: [payload(given)],
      },
    })
    return engine
  }

  create = (): CommandMessage => this.#message(createCommand())

  /** A sale that has been approved. Notifications are accepted as they come. */
  static async completed(): Promise<Engine> {
    const engine = await Engine.start()
    await engine.answer({ type: 'notEnrolled' })
    await engine.answer({ type: 'approved', authCode: 'A1' })
    return engine
  }

  /** A command as the gateway sends it; under the same id it is the same. */
  async send(command: PaymentCommand, id?: string): Promise<CommandMessage> {
    const message = this.#message(command, id)
    await this.signal(message)
    return message
  }

  signal = (...given: unknown[]): Promise<void> =>
    this.#settle({
      signalWorkflow: { signalName: 'command', input: given.map((one) => payload(one)) },
    })

  cancel = (): Promise<void> => this.#settle({ cancelWorkflow: { reason: 'an operator' } })

  /** The world answers the call that is under way. */
  async answer(outcome: Outcome | QuickOutcome | boolean): Promise<void> {
    const call = this.calls.shift()
    if (!call) throw new Error('nothing was asked for')
    await this.#settle(resolved(call.seq, outcome, call.isLocal ?? false))
  }

  /** Nobody took the call that is under way, or nothing more was heard of it. */
  async timeOut(type: 'SCHEDULE_TO_START' | 'HEARTBEAT'): Promise<void> {
    const call = this.calls.shift()
    if (!call) throw new Error('nothing was asked for')
    const timeoutType = encodeTimeoutType(type) ?? null
    const failure = {
      message: 'activity timed out',
      activityFailureInfo: { activityId: '1', activityType: { name: call.name } },
      cause: { message: 'timed out', timeoutFailureInfo: { timeoutType } },
    }
    await this.#settle({ resolveActivity: { seq: call.seq, result: { failed: { failure } } } })
  }

  get waiting(): string[] {
    return this.calls.map(({ name }) => name)
  }

  /** Time passes up to the timer that rings first. */
  async ring(): Promise<void> {
    const [seq, at] = [...this.timers].sort(([, a], [, b]) => a - b)[0] ?? []
    if (seq === undefined || at === undefined) throw new Error('no timer is running')
    this.timers.delete(seq)
    this.now = Math.max(this.now, at)
    await this.#settle({ fireTimer: { seq } })
  }

  /** What the workflow itself says of its state. */
  async state(): Promise<Payment> {
    const queryWorkflow = { queryId: 'q', queryType: 'state', arguments: [] }
    const job = { queryWorkflow, variant: 'queryWorkflow' as const }
    const { successful } = await this.#workflow.activate(this.#activation([job]))
    const [command] = (successful?.commands ?? []) as Command[]
    return valueOf(command?.respondToQuery?.succeeded?.response)
  }

  /** Where it waits, as Temporal's page shows it. */
  async stacks(): Promise<string> {
    const queryWorkflow = { queryId: 'q', queryType: '__stack_trace', arguments: [] }
    const job = { queryWorkflow, variant: 'queryWorkflow' as const }
    const { successful } = await this.#workflow.activate(this.#activation([job]))
    const [command] = (successful?.commands ?? []) as Command[]
    return valueOf(command?.respondToQuery?.succeeded?.response)
  }

  /** What the next run is started with. */
  startOf = (continued: Command): object => valueOf(continued.arguments[0])

  /** What the runtime was asked for last under this name, such as `completeWorkflowExecution`. */
  last = (name: string): Json => this.asked.findLast((command) => command[name])?.[name]

  #message(command: PaymentCommand, id = `cmd/command-${String((this.#count += 1))}`) {
    const message: CommandMessage = {
      type: 'command',
      id,
      command,
      actor: 'gateway',
      requestId: 'r',
      to: WORKFLOW_ID,
    }
    return message
  }

  /** Runs tasks until only the world can go on. */
  async #settle(...jobs: Job[]): Promise<void> {
    this.#jobs.push(...jobs)
    while (this.#jobs.length > 0 && this.failure === undefined) {
      const batch = this.#jobs.splice(0)
      const { successful, failed } = await this.#workflow.activate(this.#activation(batch))
      if (failed) this.failure = messageOf(failed.failure)
      for (const command of successful?.commands ?? []) this.#do(command)
    }
  }

  #activation(jobs: Job[]): Activation {
    return {
      runId: 'run',
      isReplaying: false,
      historyLength: 1,
      jobs,
      timestamp: msToTs(this.now),
      continueAsNewSuggested: this.isLong,
    }
  }

  #do(command: Command): void {
    const { scheduleLocalActivity: local, scheduleActivity: activity, startTimer } = command
    if (local?.activityType === 'quickCall') this.#schedule(local, true)
    else if (local?.activityType === 'deliverQuickly')
      this.#jobs.push(resolved(local.seq, true, true))
    else if (local) this.#jobs.push(resolved(local.seq, this.#atDatabase(local), true))
    else if (activity) this.#schedule(activity)
    else if (startTimer)
      this.timers.set(startTimer.seq, this.now + tsToMs(startTimer.startToFireTimeout))
    else if (command.cancelTimer) this.timers.delete(command.cancelTimer.seq)
    else if (command.requestCancelActivity) this.#cancelled(command.requestCancelActivity.seq)
    else this.asked.push(command)
  }

  #schedule({ seq, activityType, taskQueue, arguments: args }: Command, isLocal = false): void {
    const [request] = args.map(valueOf)
    if (activityType === 'deliverNotification')
      this.#jobs.push(resolved(seq, { settled: true }, false))
    else this.calls.push({ seq, name: activityType, request, queue: taskQueue, isLocal })
  }

  #cancelled(seq: number): void {
    this.calls.splice(0, Infinity, ...this.calls.filter((call) => call.seq !== seq))
    const failure = { message: 'cancelled', canceledFailureInfo: {} }
    this.#jobs.push({ resolveActivity: { seq, result: { cancelled: { failure } } } })
  }

  #atDatabase({ activityType, arguments: args }: Command): unknown {
    if (activityType === 'holdPayment') return void this.held.push(valueOf(args[1]))
    const offer = valueOf(args[0]) as Offer
    this.offers.push(offer)
    return this.answers.shift()?.(offer) ?? this.record(offer)
  }

  /** As the database does it: a version that stands is returned, never overwritten. */
  record({ before, message, decision, now, at }: Offer): Answer {
    const version = (before?.version ?? 0) + 1
    const entries = this.journal.filter((entry) => entry.version >= version)
    if (entries.length > 0) return { status: 'standing', entries }
    if (this.journal.some(({ messageId }) => messageId === message.id))
      return { status: 'duplicate' }
    this.journal.push({ version, messageId: message.id, at, events: decision.events })
    return { status: 'committed', now }
  }
}

/** A machine that stands still is no workflow that never ends. */
const PATIENCE_MS = 60_000
const LOCAL = new Set([
  ...['recordPayment', 'stepPayment', 'holdPayment', 'alarmRefusedStart'],
  ...['quickCall', 'deliverQuickly'],
])

let creators: Promise<VMWorkflowCreator> | undefined

async function createCreator(): Promise<VMWorkflowCreator> {
  const path = await workflowBundle('worker/bundle.ts')
  const bundle = parseWorkflowCode(readFileSync(path, 'utf8'), path)
  const creator = await VMWorkflowCreator.create(bundle, PATIENCE_MS, LOCAL)
  // It looks at each promise of the process, also of the files that come after, and compiles a function for each.
  globalHandlers.uninstall()
  return creator
}

const idOf = () => createCommand().paymentId

function creation(): Parameters<VMWorkflowCreator['createWorkflow']>[0] {
  const ids = { workflowId: WORKFLOW_ID, runId: 'run', firstExecutionRunId: 'run' }
  const place = { workflowType: 'payment', taskQueue: 'payments', namespace: 'default' }
  const info = {
    ...ids,
    originalExecutionRunId: 'run',
    ...place,
    searchAttributes: {},
    typedSearchAttributes: new TypedSearchAttributes(),
    startTime: new Date(START),
    runStartTime: new Date(START),
    taskTimeoutMs: 5_000,
    attempt: 1,
    historyLength: 1,
    historySize: 0,
    continueAsNewSuggested: false,
    targetWorkerDeploymentVersionChanged: false,
  }
  const seed = Array.from({ length: 16 }, (_, index) => index)
  // The runtime itself adds what is unsafe to touch.
  return {
    info: info as unknown as WorkflowInfo,
    randomnessSeed: seed,
    now: START,
    showStackTraceSources: false,
  }
}

const payload = (value: unknown) => defaultPayloadConverter.toPayload(value)
const valueOf = (given: Json): Json =>
  given === undefined || given === null ? undefined : defaultPayloadConverter.fromPayload(given)

const resolved = (seq: number, value: unknown, isLocal: boolean): Job => ({
  resolveActivity: {
    seq,
    isLocal,
    result:
      value instanceof Error
        ? { failed: { failure: { message: value.message, applicationFailureInfo: {} } } }
        : { completed: { result: payload(value) } },
  },
})

/** Failures are encoded like every other payload. */
const messageOf = (failure: Json): string =>
  String(failure?.encodedAttributes ? valueOf(failure.encodedAttributes).message : failure?.message)
