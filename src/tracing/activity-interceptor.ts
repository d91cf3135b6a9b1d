import type { Context } from '@temporalio/activity'
import { defaultPayloadConverter } from '@temporalio/common'
import type { ActivityInterceptors } from '@temporalio/worker'
import { ownerOf } from './client-interceptor.ts'
import { readTraceparent } from './span.ts'
import { tracedUnder } from './trace.ts'
import { TRACE_HEADER } from '../domain/trace-header.ts'

/** An activity goes on with the trace that its workflow was last told of. */
export const traceActivities = ({ info }: Context): ActivityInterceptors => ({
  inbound: {
    execute: (input, next) => {
      const header = input.headers[TRACE_HEADER]
      const parent = header && readTraceparent(defaultPayloadConverter.fromPayload(header))
      const attributes = {
        ...ownerOf(info.workflowExecution?.workflowId),
        'temporal.activity.attempt': info.attempt,
        'temporal.activity.local': info.isLocal,
      }
      const start = { name: info.activityType, kind: 'consumer', attributes } as const
      return tracedUnder(parent, start, () => next(input))
    },
  },
})
