import { z } from 'zod'

/** The setting of every account that is called over HTTP. */
export const timeoutMs = z
  .int()
  .min(100)
  .max(60_000)
  .default(10_000)
  .meta({ description: 'How long a call may take, connecting, waiting and reading together' })
