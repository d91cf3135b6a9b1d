import type { Headers, WorkflowInterceptorsFactory } from '@temporalio/workflow'
import { TRACE_HEADER } from '../src/domain/trace-header.ts'
import { oneTaskAtATime } from './one-task.ts'

/**
 * What a workflow is told of a trace it hands on, as it is, to the activities that follow: of its
 * start, then of each signal. Headers are no commands, so that a history is the same with and without.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const guard = oneTaskAtATime()
  let latest: Headers = {}
  const hear = (headers: Headers): void => {
    const trace = headers[TRACE_HEADER]
    if (trace) latest = { [TRACE_HEADER]: trace }
  }
  const traced = <Input extends { headers: Headers }>(input: Input): Input =>
    latest[TRACE_HEADER] ? { ...input, headers: { ...input.headers, ...latest } } : input
  return {
    inbound: [
      {
        execute: (input, next) => {
          hear(input.headers)
          return next(input)
        },
        handleSignal: (input, next) => {
          hear(input.headers)
          return next(input)
        },
      },
    ],
    internals: [guard.internals],
    outbound: [
      guard.outbound,
      {
        scheduleActivity: (input, next) => next(traced(input)),
        scheduleLocalActivity: (input, next) => next(traced(input)),
        continueAsNew: (input, next) => next(traced(input)),
      },
    ],
  }
}
