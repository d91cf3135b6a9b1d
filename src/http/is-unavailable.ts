/** Whether an error says that the database or the engine cannot be reached, and nothing worse. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && UNREACHABLE.test(code)) return true
  if (code === GRPC_UNAVAILABLE || code === GRPC_DEADLINE_EXCEEDED) return true
  return LOST_CONNECTION.test(error.message) || isUnavailable(error.cause)
}

// Sockets, then Postgres: connection exceptions, too many of them, shutting down.
const UNREACHABLE = /^(ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST|ENET|08|53300|57P0)/
const GRPC_DEADLINE_EXCEEDED = 4
const GRPC_UNAVAILABLE = 14
const LOST_CONNECTION =
  /timeout exceeded when trying to connect|query read timeout|connection terminated|after calling end on the pool/i
