import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'
import { ActivityCancellationType } from '@temporalio/workflow'

/** Every retry and timeout of the workflows has its name here. */
export const options = {
  /** A commit: quick, tried again inside the task, then with back-off for as long as it takes. */
  record: {
    startToCloseTimeout: '3s',
    localRetryThreshold: '5s',
    retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '30s' },
  },
  /** A commit, and the call that it leads to: who comes second finds the commit standing, and calls nobody. */
  step: {
    startToCloseTimeout: '9s',
    localRetryThreshold: '5s',
    retry: { initialInterval: '100ms', backoffCoefficient: 2, maximumInterval: '30s' },
  },
  /** A call inside the task: it answers within two seconds or says that it goes on; never twice. */
  quick: { startToCloseTimeout: '8s', retry: { maximumAttempts: 1 } },
  /** A call under a fixed reference: a worker that dies is noticed early, and the same is sent again. */
  operation: {
    startToCloseTimeout: '45s',
    heartbeatTimeout: '4s',
    retry: {
      initialInterval: '500ms',
      backoffCoefficient: 2,
      maximumInterval: '10s',
      maximumAttempts: 5,
    },
  },
  /** A call that only one process can make or has begun: once, and only while that process lives. */
  secret: { startToCloseTimeout: '45s', heartbeatTimeout: '4s', retry: { maximumAttempts: 1 } },
  /** A question to our own database, until it can be answered. */
  look: {
    startToCloseTimeout: '15s',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '5s' },
  },
  /** Asking, or giving money back: repeated until there is a definite answer. */
  untilAnswered: {
    startToCloseTimeout: '20s',
    heartbeatTimeout: '4s',
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  },
  /** The retry delays of a delivery come from its schedule; these are for workers that die. */
  delivery: {
    taskQueue: 'notifications',
    startToCloseTimeout: '30s',
    heartbeatTimeout: '6s',
    cancellationType: ActivityCancellationType.TRY_CANCEL,
    retry: { initialInterval: '2s', backoffCoefficient: 1, maximumInterval: '10h' },
  },
  /** Deliveries to a webhook, as many as fit in; the pauses between attempts are the workflow's. */
  webhook: {
    taskQueue: 'notifications',
    startToCloseTimeout: '1m',
    heartbeatTimeout: '6s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  },
  /** Work through many lines; the heartbeat says how far it is. */
  settlement: {
    startToCloseTimeout: '10m',
    heartbeatTimeout: '5s',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  },
  /** A small piece of tidying; it goes on at its next turn when it fails for long. */
  housekeeping: {
    startToCloseTimeout: '1m',
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  },
} as const satisfies Record<string, ActivityOptions | LocalActivityOptions>

/** How long a process has to take a call: one that died is noticed after the first, an outage of a minute is outlasted. */
export const holderWaits = ['3s', '5s', '10s', '20s', '30s'] as const

/** The same, with what an operator reads beside it in the Temporal UI. */
export const summarized = <O extends ActivityOptions | LocalActivityOptions>(
  chosen: O,
  summary: string,
): O => ({ ...chosen, summary })
