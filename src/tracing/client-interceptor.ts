import type { WorkflowClientInterceptor } from '@temporalio/client'
import { defaultPayloadConverter } from '@temporalio/common'
import type { Headers } from '@temporalio/common'
import { traced, traceparent } from './trace.ts'
import type { SpanAttributes } from './span.ts'
import { TRACE_HEADER } from '../domain/trace-header.ts'

/** Whatever starts or signals a workflow tells it which request it came from. */
export const traceClient: WorkflowClientInterceptor = {
  startWithDetails: (input, next) =>
    withTrace(`start ${input.workflowType}`, input.options.workflowId, input, next),
  signal: (input, next) =>
    withTrace(`signal ${input.signalName}`, input.workflowExecution.workflowId, input, next),
  signalWithStart: (input, next) =>
    withTrace(`signal ${input.signalName}`, input.options.workflowId, input, next),
}

const withTrace = <Input extends { headers: Headers }, Result>(
  name: string,
  workflowId: string | undefined,
  input: Input,
  next: (input: Input) => Promise<Result>,
): Promise<Result> =>
  traced({ name, kind: 'producer', attributes: ownerOf(workflowId) }, () => {
    const parent = traceparent()
    if (parent === undefined) return next(input)
    const header = { [TRACE_HEADER]: defaultPayloadConverter.toPayload(parent) }
    return next({ ...input, headers: { ...input.headers, ...header } })
  })

/** Workflows are named after what they are about. */
export function ownerOf(workflowId: string | undefined): SpanAttributes {
  const [prefix, id] = workflowId?.split('/') ?? []
  if (prefix === 'pay' && id) return { 'tollgate.payment.id': id }
  return prefix === 'tok' && id ? { 'tollgate.tokenizer.id': id } : {}
}
