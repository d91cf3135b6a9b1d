/** The name under which workflows and activities are told of the trace that they belong to. */
export const TRACE_HEADER = 'traceparent'
