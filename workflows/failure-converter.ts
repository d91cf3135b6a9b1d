import { DefaultFailureConverter } from '@temporalio/common'

/** Messages and stack traces of failures are encrypted like every other payload. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true })
