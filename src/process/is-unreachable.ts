/** True when the database or the engine did not answer, as against having answered no. */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  if (typeof code === 'string' && UNREACHABLE_CODES.test(code)) return true
  if (code === GRPC_UNAVAILABLE || code === GRPC_DEADLINE_EXCEEDED) return true
  if (typeof message === 'string' && LOST_CONNECTION.test(message)) return true
  return (
    (error instanceof AggregateError && error.errors.some(isUnreachable)) || isUnreachable(cause)
  )
}

// Sockets, then Postgres, which has undone what it could not do: connection exceptions, a server that
// may only be read, who waited for each other, no room or memory, cut off, shutting down, a broken disk.
const UNREACHABLE_CODES =
  /^(ECONN|EMFILE|ENFILE|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|08|25006|40001|40P01|53|57014|57P0|58)/
const GRPC_DEADLINE_EXCEEDED = 4
const GRPC_UNAVAILABLE = 14
// Of the pool and of Temporal's client, which give no code.
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|query read timeout|connection t(?:erminated|imeout)|after calling end on the pool|failed to connect|is not queryable/i
